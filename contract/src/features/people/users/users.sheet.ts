import { defineSheet } from '../../../kernel/sheet.ts'
import { stateNames } from './user-words.ts'

/** Users in sheets. */
export const userSheet = defineSheet({
  entity: 'user',
  title: '用户',
  fields: {
    account: { title: '账号', kind: 'text', sample: 'zhangsan', hint: '以字母开头，4 至 30 位字母、数字或下划线' },
    name: { title: '姓名', kind: 'text', sample: '张三' },
    phone: { title: '手机号', kind: 'phone', restriction: 'users.phone', sample: '13800000000' },
    email: { title: '邮箱', kind: 'mail', restriction: 'users.email', sample: 'zhangsan@example.cn', importOnly: true },
    idCard: {
      ...{ title: '身份证号', kind: 'idcard', restriction: 'users.idCard', sample: '11010519491231002X' },
      importOnly: true,
    },
    sex: { title: '性别', kind: 'dict', dictionary: 'sex', sample: '男', importOnly: true },
    orgs: {
      ...{ title: '组织', kind: 'ref', sample: '总公司 / 财务部', width: 28 },
      reference: { entity: 'organization', by: 'path', many: true },
    },
    roles: {
      ...{ title: '角色', kind: 'ref', as: 'roleIds', sample: '普通成员', width: 28 },
      reference: { entity: 'role', by: 'name', many: true },
    },
    status: { title: '状态', kind: 'choice', choices: stateNames, width: 8 },
    lockReason: { title: '锁定原因', kind: 'text' },
    mfa: { title: '二次验证', kind: 'text' },
    lastLogin: { title: '最近登录', kind: 'datetime' },
    lastIp: { title: '登录地址', kind: 'text' },
    lastPlace: { title: '归属地', kind: 'text' },
    expireTime: { title: '到期时间', kind: 'datetime', sample: '2030-12-31 23:59:59' },
    remark: { title: '备注', kind: 'text', restriction: 'users.remark', sample: '试用期', importOnly: true },
    createTime: { title: '创建时间', kind: 'datetime' },
  },
  keys: [['account'], ['phone'], ['email']],
})
