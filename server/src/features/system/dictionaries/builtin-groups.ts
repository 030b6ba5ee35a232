import type { DictionaryColor } from '@atrium/contract/features/system/dictionaries/dictionary-query.contract.ts'

type BuiltinItem = readonly [code: string, name: string, color?: DictionaryColor]
export type BuiltinGroup = {
  readonly code: string
  readonly name: string
  readonly desc: string
  /** The product knows each item by its code. */
  readonly closed?: true
  readonly items: readonly BuiltinItem[]
}

/** Sections of GB/T 4754-2017, with their letters. */
const industries: readonly BuiltinItem[] = [
  ['A', '农、林、牧、渔业'],
  ['B', '采矿业'],
  ['C', '制造业'],
  ['D', '电力、热力、燃气及水生产和供应业'],
  ['E', '建筑业'],
  ['F', '批发和零售业'],
  ['G', '交通运输、仓储和邮政业'],
  ['H', '住宿和餐饮业'],
  ['I', '信息传输、软件和信息技术服务业'],
  ['J', '金融业'],
  ['K', '房地产业'],
  ['L', '租赁和商务服务业'],
  ['M', '科学研究和技术服务业'],
  ['N', '水利、环境和公共设施管理业'],
  ['O', '居民服务、修理和其他服务业'],
  ['P', '教育'],
  ['Q', '卫生和社会工作'],
  ['R', '文化、体育和娱乐业'],
  ['S', '公共管理、社会保障和社会组织'],
  ['T', '国际组织'],
]

/** The groups that the product reads, in the order of the screen. Seeded; what administrators change stays. */
export const builtinGroups: readonly BuiltinGroup[] = [
  { code: 'industry', name: '行业', desc: '公司所属行业，按国民经济行业分类', items: industries },
  {
    code: 'companySize',
    name: '公司规模',
    desc: '公司的人员规模',
    items: [
      ['1-49', '50 人以下'],
      ['50-99', '50-99 人'],
      ['100-499', '100-499 人'],
      ['500-999', '500-999 人'],
      ['1000-4999', '1000-4999 人'],
      ['5000', '5000 人及以上'],
    ],
  },
  {
    code: 'orgKind',
    name: '组织类型',
    desc: '组织树中组织的类型',
    items: [
      ['company', '公司'],
      ['dept', '部门'],
      ['team', '小组'],
    ],
  },
  {
    code: 'postLevel',
    name: '岗位级别',
    desc: '岗位的级别，编码为 0 到 99 的整数，数字小的排在前面',
    items: [
      ['0', '未定级'],
      ['1', '高层'],
      ['2', '中层'],
      ['3', '基层'],
    ],
  },
  {
    code: 'sex',
    name: '性别',
    desc: '用户的性别',
    closed: true,
    items: [
      ['0', '未填写'],
      ['1', '男'],
      ['2', '女'],
    ],
  },
  {
    code: 'lockReason',
    name: '锁定原因',
    desc: '锁定用户或公司时的常用原因，可直接选用',
    items: [
      ['left', '人员离职'],
      ['idle', '账号长期未使用'],
      ['risk', '账号存在安全风险'],
      ['violation', '违反使用规定'],
      ['arrears', '费用逾期未付'],
    ],
  },
]
