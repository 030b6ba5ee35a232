import type { channels } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { installedModules } from '@atrium/contract/installed-modules.ts'
import type { DeclaredMessage } from '@atrium/contract/kernel/module-declarations.ts'

export type Channel = (typeof channels)[number]

/** Messages sent by SMS and mail: their variables and initial wording, which is translated for its recipient unless people edit it. */
export const builtinTemplates = {
  code: {
    name: '验证码',
    variables: ['code', 'minutes'],
    sms: '验证码 {code}，{minutes} 分钟内有效，请勿告诉他人。',
    title: '验证码',
    mail: '您的验证码是 {code}，{minutes} 分钟内有效，请勿告诉他人。\n\n如非本人操作，请忽略本邮件。',
  },
  contactChanged: {
    name: '联系方式变更',
    variables: ['kind', 'target', 'time'],
    sms: '您账号的{kind}已于 {time} 更换为 {target}。如非本人操作，请尽快联系管理员。',
    title: '联系方式已更换',
    mail: '您账号的{kind}已于 {time} 更换为 {target}。\n\n如非本人操作，请尽快联系管理员。',
  },
  passwordChanged: {
    name: '密码修改',
    variables: ['time', 'ip'],
    sms: '您的登录密码已于 {time} 修改，来自 {ip}。如非本人操作，请尽快联系管理员。',
    title: '登录密码已修改',
    mail: '您的登录密码已于 {time} 修改，来自 {ip}。\n\n如非本人操作，请尽快联系管理员。',
  },
  passwordRecovered: {
    name: '密码找回',
    variables: ['time', 'ip'],
    sms: '您的登录密码已于 {time} 通过找回密码重新设置，来自 {ip}。如非本人操作，请尽快联系管理员。',
    title: '登录密码已重新设置',
    mail: '您的登录密码已于 {time} 通过找回密码重新设置，来自 {ip}。\n\n如非本人操作，请尽快联系管理员。',
  },
  signInNotice: {
    name: '登录提醒',
    variables: ['time', 'ip', 'area', 'device'],
    sms: '您的账号于 {time} 登录，来自 {ip} {area}。如非本人操作，请尽快修改密码。',
    title: '登录提醒',
    mail: '您的账号于 {time} 登录。\n\n来自：{ip} {area}\n设备：{device}\n\n如非本人操作，请尽快修改密码。',
  },
  registrationApproved: {
    name: '注册通过',
    variables: ['account'],
    sms: '您的注册申请已通过，现在可以用账号 {account} 登录。',
    title: '注册申请已通过',
    mail: '您的注册申请已通过，现在可以用账号 {account} 登录。',
  },
  registrationRejected: {
    name: '注册未通过',
    variables: ['account', 'reason'],
    sms: '您用账号 {account} 提交的注册申请未通过：{reason}',
    title: '注册申请未通过',
    mail: '您用账号 {account} 提交的注册申请未通过。\n\n原因：{reason}',
  },
  recognitionApproved: {
    name: '公司认证通过',
    variables: ['company'],
    sms: '“{company}”已通过公司认证。',
    title: '公司认证已通过',
    mail: '“{company}”已通过公司认证。',
  },
  recognitionRejected: {
    name: '公司认证未通过',
    variables: ['company', 'reason'],
    sms: '“{company}”未通过公司认证：{reason}',
    title: '公司认证未通过',
    mail: '“{company}”未通过公司认证。\n\n原因：{reason}\n\n修改资料后可再次申请。',
  },
  recognitionRevoked: {
    name: '公司认证取消',
    variables: ['company', 'reason'],
    sms: '“{company}”的公司认证已取消：{reason}',
    title: '公司认证已取消',
    mail: '“{company}”的公司认证已取消。\n\n原因：{reason}\n\n修改资料后可再次申请。',
  },
  visitBegun: {
    name: '平台人员访问公司',
    variables: ['name', 'company', 'mode', 'reason', 'until'],
    sms: '{name}（{company}）以“{mode}”方式进入贵公司，至 {until} 结束，原因：{reason}',
    title: '平台人员已进入贵公司',
    mail: '{name}（{company}）以“{mode}”方式进入贵公司，至 {until} 结束。\n\n原因：{reason}\n\n期间的操作均记入操作日志。',
  },
  visitAsked: {
    name: '平台人员申请进入公司',
    variables: ['name', 'company', 'mode', 'reason', 'minutes'],
    sms: '{name}（{company}）申请以“{mode}”方式进入贵公司 {minutes} 分钟，原因：{reason}',
    title: '平台人员申请进入贵公司',
    mail: '{name}（{company}）申请以“{mode}”方式进入贵公司 {minutes} 分钟。\n\n原因：{reason}\n\n请在控制台的“平台访问”中处理。',
  },
  visitAllowed: {
    name: '进入公司的申请通过',
    variables: ['company', 'minutes', 'until'],
    sms: '{company} 同意您进入 {minutes} 分钟，请在 {until} 前进入。',
    title: '进入公司的申请已通过',
    mail: '{company} 同意您进入 {minutes} 分钟，请在 {until} 前进入。',
  },
  visitRejected: {
    name: '进入公司的申请未通过',
    variables: ['company', 'reason'],
    sms: '{company} 未同意您的进入申请：{reason}',
    title: '进入公司的申请未通过',
    mail: '{company} 未同意您的进入申请。\n\n原因：{reason}',
  },
  membershipAsked: {
    name: '成员邀请',
    variables: ['name', 'company', 'days'],
    sms: '{name} 邀请您加入“{company}”，请在 {days} 天内登录控制台，在个人中心答复。',
    title: '邀请您加入公司',
    mail: '{name} 邀请您用现有账号加入“{company}”。\n\n请在 {days} 天内登录控制台，在个人中心接受或婉拒。如不认识对方，请忽略本邮件。',
  },
  membershipAnswered: {
    name: '成员邀请的答复',
    variables: ['target', 'company', 'answer'],
    sms: '{target} {answer}加入“{company}”的邀请。',
    title: '成员邀请已有答复',
    mail: '{target} {answer}加入“{company}”的邀请。\n\n详情请在控制台的“外部成员”中查看。',
  },
  approvalWaiting: {
    name: '待我审批',
    variables: ['name', 'title'],
    sms: '{name} 的申请“{title}”等待您审批，请登录控制台处理。',
    title: '有申请等待您审批',
    mail: '{name} 的申请“{title}”等待您审批。\n\n请在控制台的“审批”中处理。',
  },
  approvalEnded: {
    name: '审批结果',
    variables: ['title', 'answer', 'reason'],
    sms: '您的申请“{title}”{answer}。{reason}',
    title: '您的申请已有结果',
    mail: '您的申请“{title}”{answer}。\n\n{reason}',
  },
  termsEnding: {
    name: '即将到期',
    variables: ['company', 'roles', 'accounts', 'days'],
    sms: '“{company}”有 {roles} 项角色授予、{accounts} 个账号将在 {days} 天内到期，请登录控制台处理。',
    title: '有角色或账号即将到期',
    mail: '“{company}”有 {roles} 项角色授予、{accounts} 个账号将在 {days} 天内到期。\n\n请在控制台的“即将到期”中选择续期或不续期。',
  },
  reviewAsked: {
    name: '权限复核',
    variables: ['name', 'company', 'items', 'due'],
    sms: '“{company}”的权限复核“{name}”有 {items} 项待您处理，请在 {due} 前登录控制台。',
    title: '有权限复核待您处理',
    mail: '“{company}”发起了权限复核“{name}”，有 {items} 项待您处理。\n\n请在 {due} 前登录控制台，在“我的复核”中逐项选择保留或收回。',
  },
  reviewStopped: {
    name: '权限复核停止重复',
    variables: ['name', 'company', 'reason'],
    sms: '“{company}”的权限复核“{name}”未能按时再次发起，已停止重复：{reason}。',
    title: '权限复核已停止重复',
    mail: '“{company}”的权限复核“{name}”未能按时再次发起，已停止重复：{reason}。\n\n请在控制台的“权限复核”中重新设置重复，或另行发起。',
  },
  notice: {
    name: '公告通知',
    variables: ['title', 'summary'],
    sms: '您有一则公告：“{title}”，请登录控制台查看。',
    title: '公告：{title}',
    mail: '您有一则公告：“{title}”。\n\n{summary}\n\n请登录控制台查看全文。',
  },
  noticeSubmitted: {
    name: '公告待审核',
    variables: ['name', 'company', 'title'],
    sms: '{name} 提交了“{company}”的公告“{title}”，请登录控制台审核。',
    title: '有公告待您审核',
    mail: '{name} 提交了“{company}”的公告“{title}”，待您审核。\n\n请在控制台的“公告与新闻”中通过或驳回。',
  },
  noticeApproved: {
    name: '公告审核通过',
    variables: ['name', 'company', 'title'],
    sms: '“{company}”的公告“{title}”已由 {name} 审核通过，可以发布。',
    title: '公告已审核通过',
    mail: '“{company}”的公告“{title}”已由 {name} 审核通过。\n\n请在控制台的“公告与新闻”中发布。',
  },
  noticeRejected: {
    name: '公告被驳回',
    variables: ['name', 'company', 'title', 'reason'],
    sms: '“{company}”的公告“{title}”被 {name} 驳回：{reason}',
    title: '公告被驳回',
    mail: '“{company}”的公告“{title}”被 {name} 驳回。\n\n原因：{reason}\n\n请修改后重新提交审核。',
  },
  openAlarm: {
    name: '应用提醒',
    variables: ['company', 'app', 'problems'],
    sms: '“{company}”的应用“{app}”：{problems}。请登录控制台查看。',
    title: '应用“{app}”需要处理',
    mail: '“{company}”的应用“{app}”：\n\n{problems}。\n\n请在控制台的“开放平台-应用”中查看。',
  },
  appRequested: {
    name: '应用申请',
    variables: ['company', 'name', 'app', 'reason'],
    sms: '{name} 申请使用“{company}”的应用“{app}”，请登录后处理：{reason}',
    title: '有应用申请待您处理',
    mail: '{name} 申请使用“{company}”的应用“{app}”。\n\n原因：{reason}\n\n请登录后在“待我处理”中通过或驳回。',
  },
  appRequestApproved: {
    name: '应用申请通过',
    variables: ['company', 'app'],
    sms: '您对“{company}”应用“{app}”的申请已通过，登录后即可打开。',
    title: '应用申请已通过',
    mail: '您对“{company}”应用“{app}”的申请已通过，登录后即可打开。',
  },
  appRequestRejected: {
    name: '应用申请未通过',
    variables: ['company', 'app', 'reason'],
    sms: '您对“{company}”应用“{app}”的申请未通过：{reason}',
    title: '应用申请未通过',
    mail: '您对“{company}”应用“{app}”的申请未通过。\n\n原因：{reason}',
  },
  appRequestRevoked: {
    name: '应用使用权收回',
    variables: ['company', 'app', 'reason'],
    sms: '您对“{company}”应用“{app}”的使用权已收回：{reason}',
    title: '应用使用权已收回',
    mail: '您对“{company}”应用“{app}”的使用权已收回。\n\n原因：{reason}',
  },
  webhookStopped: {
    name: 'Webhook 自动停用',
    variables: ['company', 'app', 'host', 'reason'],
    sms: '“{company}”的应用“{app}”有 Webhook（{host}）已自动停用：{reason}',
    title: '有 Webhook 已自动停用',
    mail: '“{company}”的应用“{app}”有 Webhook（{host}）已自动停用。\n\n原因：{reason}\n\n请检查接收程序，在控制台的“应用”中重新启用，并重发期间的事件。',
  },
  logoutNoticeGivenUp: {
    name: '退出通知未送达',
    variables: ['company', 'app', 'host'],
    sms: '“{company}”的应用“{app}”有退出通知多次未能送达（{host}），不再重试',
    title: '有退出通知未能送达',
    mail: '“{company}”的应用“{app}”有退出通知多次未能送达（{host}），不再重试。用户在该应用中可能仍处于登录状态。\n\n请检查接收程序，或在控制台的“应用”中更正退出通知地址。24 小时内同一应用不再提醒。',
  },
  mentioned: {
    name: '评论提及',
    variables: ['name', 'title', 'company'],
    sms: '{name} 在“{company}”的“{title}”的评论中提及了您，请登录控制台查看。',
    title: '{name} 在评论中提及了您',
    mail: '{name} 在“{company}”的“{title}”的评论中提及了您。\n\n请登录控制台查看。',
  },
  viewMatched: {
    name: '视图有新数据',
    variables: ['title', 'items', 'company', 'link'],
    sms: '“{company}”的视图“{title}”有 {items} 条新数据，请登录控制台查看。',
    title: '视图“{title}”有 {items} 条新数据',
    mail: '您在“{company}”保存的视图“{title}”有 {items} 条新数据。\n\n查看：{link}\n\n可在列表的“视图”中关闭提醒。',
  },
  test: {
    name: '测试消息',
    variables: [],
    sms: '这是一条测试短信，收到即表示短信发送正常。',
    title: '测试邮件',
    mail: '这是一封测试邮件，收到即表示邮件发送正常。',
  },
} as const satisfies Record<string, { name: string; variables: string[]; sms: string; title: string; mail: string }>

/** The code of a message: of the product, or of a module. */
export type TemplateCode = keyof typeof builtinTemplates | `${string}.${string}`

/** All messages, those of the modules of this installation included, by code. */
export const declaredTemplates: Readonly<Record<string, DeclaredMessage>> = Object.assign(
  { ...builtinTemplates },
  ...installedModules.map(({ messages }) => messages),
)
/** A template as it is declared; undefined if it is no longer sent. */
export const findBuiltin = (code: string): DeclaredMessage | undefined =>
  Object.hasOwn(declaredTemplates, code) ? declaredTemplates[code] : undefined
/** Variables that a wording of this template may use. */
export const listVariables = (code: string): string[] => [...(findBuiltin(code)?.variables ?? [])]
/** Label of a template; its code if it is no longer sent. */
export const templateName = (code: string): string => findBuiltin(code)?.name ?? code

/** Lifetime of a sent code; an expired one is not delivered. */
export const codeLifeSeconds = 300
