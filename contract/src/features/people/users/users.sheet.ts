import { defineSheet } from '../../../kernel/sheet.ts'
import { dutyChoices, stateNames } from './user-words.ts'

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
      ...{ title: '组织', kind: 'ref', as: 'orgIds', sample: '总公司 / 财务部', width: 28 },
      ...{ reference: { entity: 'organization', by: 'path', many: true }, hint: '多个用、分隔，第一个为主组织' },
    },
    post: {
      ...{ title: '岗位', kind: 'ref', as: 'postId', sample: '会计', importOnly: true },
      ...{ reference: { entity: 'post', by: 'name' }, hint: '在主组织中的岗位' },
    },
    duty: {
      ...{ title: '职务', kind: 'choice', choices: dutyChoices, sample: '成员', importOnly: true },
      hint: '在主组织中的职务',
    },
    roles: {
      ...{ title: '角色', kind: 'ref', as: 'roleIds', sample: '普通成员', width: 28 },
      ...{ reference: { entity: 'role', by: 'name', many: true }, hint: '多个用、分隔' },
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
  afterImport: '新增的用户没有初始密码：有手机号或邮箱的，可在登录页通过“忘记密码”设置；其他用户由管理员重置密码',
})
