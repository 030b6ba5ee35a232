import { tell } from '../kernel/texts/operator-language.ts'

type Seeded = { origin: string; adminAccount: string }

/** Chinese letters are two columns wide. */
const widthOf = (text: string) => text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0)
const nameWidth = 17

/** What a newcomer looks at first, a line each. */
export const whereToLook = ({ origin, adminAccount }: Seeded): string[] => {
  const at = (path: string) => `${origin}/console${path}`
  const page = (name: string, path: string) => `  ${name}${' '.repeat(nameWidth - widthOf(name))}${at(path)}`
  return [
    tell('先看这些（公司管理员 admin_c00001，密码如上）：'),
    page(tell('工作台'), '/dashboard'),
    page(tell('组织架构图'), '/web/sys/orgs?view=chart'),
    page(tell('应用与调用'), '/web/open/apps'),
    page(tell('权限申请'), '/web/sys/access-requests'),
    page(tell('操作日志'), '/web/sys/logs/operation'),
    tell('  平台管理员 {adminAccount}：租户用量 {usage}，注册审核 {registrations}', {
      adminAccount,
      usage: at('/web/sys/tenancy/companies'),
      registrations: at('/web/sys/identity/registrations'),
    }),
    tell('  门户 {origin}/portal/：个人账号 member1，公司账号 firm1，密码如上', { origin }),
  ]
}
