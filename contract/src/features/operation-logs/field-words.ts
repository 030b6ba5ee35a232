/** What the fields of audited rows are called, whatever the row. */
const words: Readonly<Record<string, string>> = {
  account: '账号',
  agent: '设备',
  channel: '方式',
  code: '编码',
  companyId: '公司',
  content: '内容',
  days: '有效天数',
  desc: '描述',
  email: '邮箱',
  endedSessions: '结束的会话数',
  ended: '结束的会话数',
  expireDays: '有效期（天）',
  expireTime: '到期时间',
  history: '不能重复最近几次',
  icon: '图标',
  item: '项目',
  kind: '类型',
  max: '最长位数',
  method: '登录方式',
  min: '最短位数',
  mostUses: '可用次数',
  name: '名称',
  note: '备注',
  on: '是否开启',
  options: '选项',
  parent: '上级',
  path: '路径',
  phone: '手机号',
  providerTemplate: '服务商模板编号',
  reason: '原因',
  remindDays: '提前提醒天数',
  roles: '角色',
  rows: '条数',
  session: '会话',
  sex: '性别',
  signature: '个性签名',
  sort: '排序',
  state: '状态',
  status: '状态',
  tags: '参数标签',
  target: '接收地址',
  timeZone: '时区',
  title: '标题',
  type: '类型',
  uses: '已用次数',
  value: '值',
}

/** A field of an audited row as a person reads it; one without a word of its own keeps its name. */
export const fieldLabel = (field: string): string => (Object.hasOwn(words, field) ? words[field] : undefined) ?? field

/** What codes mean that stand in audited fields, by field. */
const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  channel: { sms: '短信', mail: '邮件' },
  kind: {
    string: '文本',
    number: '数字',
    bool: '是/否',
    json: 'JSON',
    secret: '密钥',
    enum: '枚举',
    person: '个人',
    ent: '企业',
  },
  method: { password: '密码', sms: '短信验证码', passkey: '通行密钥' },
  reason: {
    unknown: '账号不存在',
    password: '密码错误',
    code: '验证码错误',
    locked: '账号已停用或锁定',
    stopped: '企业已停用',
  },
  state: { review: '待审核', approved: '已通过', rejected: '已驳回' },
  sex: { 0: '未知', 1: '男', 2: '女' },
}

/** A code in an audited field as a person reads it; undefined where it is no code. */
export const fieldValue = (field: string, value: string | number): string | undefined => {
  const words = Object.hasOwn(values, field) ? values[field] : undefined
  return words && Object.hasOwn(words, value) ? words[value] : undefined
}
