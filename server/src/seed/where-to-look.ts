type Seeded = { origin: string; adminAccount: string }

/** What a newcomer looks at first, a line each. */
export const whereToLook = ({ origin, adminAccount }: Seeded): string[] => {
  const at = (path: string) => `${origin}/console${path}`
  return [
    '先看这些（公司管理员 admin_c00001，密码如上）：',
    `  工作台           ${at('/dashboard')}`,
    `  组织架构图       ${at('/web/sys/orgs?view=chart')}`,
    `  应用与调用       ${at('/web/open/apps')}`,
    `  权限申请         ${at('/web/sys/access-requests')}`,
    `  操作日志         ${at('/web/sys/logs/operation')}`,
    `  平台管理员 ${adminAccount}：租户用量 ${at('/web/sys/tenancy/companies')}，注册审核 ${at('/web/sys/identity/registrations')}`,
    `  门户 ${origin}/portal/：个人账号 member1，公司账号 firm1，密码如上`,
  ]
}
