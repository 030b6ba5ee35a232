import { defineErrors } from '../../../kernel/errors.ts'

export const { block: usersBlock, errors: usersErrors } = defineErrors(
  { from: 2000, to: 2049 },
  {
    accountTaken: { code: 2001, msg: '账号已存在' },
    phoneTaken: { code: 2002, msg: '手机号已被使用' },
    lastAdministrator: { code: 2003, msg: '不能停用最后一个管理员' },
    oneself: { code: 2004, msg: '不能操作自己' },
    beyondOwnRights: { code: 2005, msg: '超出可授予范围' },
    /** Same code for actions on a user who holds more than the caller. */
    strongerPerson: { code: 2005, msg: '对方拥有您没有的权限，不能操作' },
    /** Same code: a role or an organisation that shows the user more than the caller sees. */
    rowsBeyond: { code: 2005, msg: '对方会因此看到您数据范围以外的用户' },
    emailTaken: { code: 2010, msg: '邮箱已被使用' },
    noSuchRole: { code: 2011, msg: '所选角色不存在' },
    alreadyLocked: { code: 2012, msg: '该用户已被锁定' },
    notLocked: { code: 2013, msg: '该用户未被锁定' },
    timesReversed: { code: 2014, msg: '结束时间必须晚于开始时间' },
    noSuchSuccessor: { code: 2016, msg: '接手人不存在或无法登录' },
    signsInElsewhere: { code: 2017, msg: '对方使用其他公司的账号登录，密码、手机号和邮箱由其本人在所属公司管理' },
    alreadyMember: { code: 2018, msg: '对方已是本公司用户' },
    /** Only the member's own consent brings them back (decision 36). */
    hasLeft: { code: 2019, msg: '对方已自行退出本公司，请重新邀请' },
    alreadyDisabled: { code: 2020, msg: '该用户已停用' },
    notDisabled: { code: 2021, msg: '该用户未停用' },
    /** The role shows the same rows in every organisation. */
    notAnchorable: { code: 2022, msg: '该角色的数据范围不按所属组织划分，不能指定组织' },
    alreadyGranted: { code: 2023, msg: '该用户已有此角色' },
    notGranted: { code: 2024, msg: '该用户没有直接授予的此角色' },
    alreadyThere: { code: 2025, msg: '该用户的主组织已是此组织' },
    sameExpiry: { code: 2026, msg: '该用户的到期时间无需变更' },
    lockedByOperator: { code: 2028, msg: '该用户由平台锁定，请联系平台管理员解锁' },
    ownContact: { code: 2029, msg: '本人的手机号和邮箱请在“安全设置”中更换' },
    contactByApplication: { code: 2030, msg: '应用不能修改负责人和管理员的手机号、邮箱' },
    timePast: { code: 2015, msg: '请选择将来的时间' },
    /** Post and duty are those in an organisation. */
    organizationMissing: { code: 2027, msg: '填写岗位或职务时，请同时填写组织' },
  },
)
