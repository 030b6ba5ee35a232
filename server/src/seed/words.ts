/** Words for seeded names, with their spelling where accounts are derived from them. */

/** Common surnames, weighted by frequency per ten thousand people. */
export const surnames = [
  ['王', 'wang', 710],
  ['李', 'li', 700],
  ['张', 'zhang', 660],
  ['刘', 'liu', 520],
  ['陈', 'chen', 440],
  ['杨', 'yang', 300],
  ['黄', 'huang', 220],
  ['赵', 'zhao', 210],
  ['吴', 'wu', 200],
  ['周', 'zhou', 200],
  ['徐', 'xu', 150],
  ['孙', 'sun', 140],
  ['马', 'ma', 130],
  ['朱', 'zhu', 130],
  ['胡', 'hu', 120],
  ['郭', 'guo', 110],
  ['何', 'he', 110],
  ['林', 'lin', 110],
  ['高', 'gao', 100],
  ['罗', 'luo', 100],
  ['郑', 'zheng', 90],
  ['梁', 'liang', 80],
  ['谢', 'xie', 75],
  ['宋', 'song', 70],
  ['唐', 'tang', 70],
  ['许', 'xu', 65],
  ['韩', 'han', 65],
  ['邓', 'deng', 60],
  ['冯', 'feng', 60],
  ['曹', 'cao', 60],
  ['彭', 'peng', 55],
  ['曾', 'zeng', 55],
  ['肖', 'xiao', 55],
  ['田', 'tian', 50],
  ['董', 'dong', 50],
  ['潘', 'pan', 45],
  ['袁', 'yuan', 45],
  ['蔡', 'cai', 45],
  ['蒋', 'jiang', 45],
  ['余', 'yu', 45],
  ['于', 'yu', 45],
  ['杜', 'du', 45],
  ['叶', 'ye', 40],
  ['程', 'cheng', 40],
  ['魏', 'wei', 40],
  ['苏', 'su', 40],
  ['吕', 'lv', 35],
  ['丁', 'ding', 35],
  ['任', 'ren', 35],
  ['沈', 'shen', 35],
  ['欧阳', 'ouyang', 8],
  ['司马', 'sima', 2],
  ['诸葛', 'zhuge', 2],
  ['上官', 'shangguan', 2],
] as const

const given = (words: string) => words.split(' ').map((word) => word.split('/') as [string, string])
/** Syllables of given names; a name has one or two. */
export const givenNames = given(
  '伟/wei 芳/fang 娜/na 敏/min 静/jing 丽/li 强/qiang 磊/lei 军/jun 洋/yang 勇/yong 艳/yan 杰/jie 娟/juan 涛/tao 明/ming ' +
    '超/chao 霞/xia 平/ping 刚/gang 英/ying 华/hua 玉/yu 兰/lan 红/hong 梅/mei 建/jian 国/guo 志/zhi 文/wen 斌/bin 宇/yu ' +
    '浩/hao 然/ran 子/zi 涵/han 欣/xin 怡/yi 梓/zi 轩/xuan 诗/shi 雨/yu 晨/chen 曦/xi 佳/jia 琪/qi 俊/jun 峰/feng ' +
    '鹏/peng 飞/fei 凯/kai 慧/hui 婷/ting 雪/xue 琳/lin 健/jian 波/bo 辉/hui 春/chun 燕/yan 倩/qian 颖/ying 博/bo 瑞/rui',
)

/** Cities with their area codes (GB/T 2260). */
export const cities = [
  ['北京', '110100'],
  ['上海', '310100'],
  ['广州', '440100'],
  ['深圳', '440300'],
  ['杭州', '330100'],
  ['南京', '320100'],
  ['苏州', '320500'],
  ['成都', '510100'],
  ['重庆', '500100'],
  ['武汉', '420100'],
  ['西安', '610100'],
  ['长沙', '430100'],
  ['天津', '120100'],
  ['青岛', '370200'],
  ['济南', '370100'],
  ['郑州', '410100'],
  ['宁波', '330200'],
  ['合肥', '340100'],
  ['福州', '350100'],
  ['厦门', '350200'],
  ['沈阳', '210100'],
  ['大连', '210200'],
  ['昆明', '530100'],
  ['南昌', '360100'],
  ['无锡', '320200'],
  ['佛山', '440600'],
  ['东莞', '441900'],
  ['石家庄', '130100'],
  ['太原', '140100'],
  ['贵阳', '520100'],
] as const

export const brandPrefixes = '云华远宏鼎锐恒盛天海金安中新信博和瑞创联启明泰嘉卓众合国瀚星立友迅翔凯荣正元百德'
export const brandSuffixes = '帆创景达通科源泽信图维腾诚盛力邦航拓晟宇瑞康悦禾辰凌飞扬润泰丰成联智方思程岭川'
/** Lines of business with their industry, a letter of GB/T 4754-2017. */
export const businessLines = [
  ['科技', 'I'],
  ['软件', 'I'],
  ['贸易', 'F'],
  ['物流', 'G'],
  ['机械制造', 'C'],
  ['电子', 'C'],
  ['生物医药', 'C'],
  ['食品', 'C'],
  ['建筑工程', 'E'],
  ['文化传媒', 'R'],
  ['教育咨询', 'P'],
  ['新能源', 'D'],
  ['餐饮管理', 'H'],
  ['环保', 'N'],
  ['纺织', 'C'],
  ['农业发展', 'A'],
] as const
export const streets = ['人民路', '中山路', '解放路', '建设路', '和平路', '科技路', '滨江大道', '创业大道'] as const

export const centres = [
  '研发中心',
  '营销中心',
  '供应链中心',
  '制造中心',
  '客户服务中心',
  '职能中心',
  '数据中心',
  '质量中心',
]
export const departments = [
  '研发部',
  '市场部',
  '销售部',
  '财务部',
  '人力资源部',
  '行政部',
  '采购部',
  '质量部',
  '客户服务部',
  '法务部',
  '生产部',
  '仓储部',
]
export const teams = ['一组', '二组', '三组', '四组', '五组', '六组', '七组', '八组', '九组', '十组']
export const branches = cities.map(([city]) => `${city}分公司`)

/** Posts with code and level, as the dictionary of levels has it. */
export const posts = [
  ['总经理', 'gm', 1],
  ['部门经理', 'manager', 2],
  ['主管', 'supervisor', 3],
  ['工程师', 'engineer', 3],
  ['专员', 'specialist', 3],
  ['助理', 'assistant', 3],
] as const
