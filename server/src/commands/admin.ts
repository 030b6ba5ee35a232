import { readConfig } from '../config/config.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { createRescue } from '../rescue/rescue-administrator.ts'
import type { Command, CommandInput } from './command.ts'
import { withServingDatabase } from './with-serving-database.ts'

const usage = 'reset|unlock 账号 [--second-step] [--any]'
type Rescue = ReturnType<typeof createRescue>
type Asked = Parameters<Rescue['unlock']>[0]
type Act = (rescue: Rescue, asked: Asked, print: CommandInput['print']) => Promise<void>

const resetPassword: Act = async (rescue, asked, print) => {
  const { password, asksForMore } = await rescue.resetPassword(asked)
  print(
    tell('账号 {account} 的一次性密码 {password}（只显示这一次，登录后须修改），原有的登录已全部退出', {
      account: asked.account,
      password,
    }),
  )
  if (asksForMore) print(tell('二次验证仍然有效，设备已丢失时请加 --second-step 再运行一次'))
}
const resetSecondSteps: Act = async (rescue, asked, print) => {
  const were = await rescue.resetSecondSteps(asked)
  print(
    were
      ? tell('已移除账号 {account} 的二次验证', { account: asked.account })
      : tell('账号 {account} 没有二次验证', { account: asked.account }),
  )
}
const unlock: Act = async (rescue, asked, print) => {
  await rescue.unlock(asked)
  print(tell('账号 {account} 已解锁，可以登录', { account: asked.account }))
}
const findAct = (verb: string | undefined, isSecondStep: boolean): Act | undefined => {
  if (verb === 'reset') return isSecondStep ? resetSecondSteps : resetPassword
  return verb === 'unlock' && !isSecondStep ? unlock : undefined
}

export const admin: Command = {
  summary: '为无法登录的管理员重置密码、二次验证或解锁',
  usage,
  options: { 'second-step': { type: 'boolean' }, any: { type: 'boolean' } },
  positionals: [2, 2],
  async run(input) {
    const [verb, account = ''] = input.positionals
    const act = findAct(verb, input.values['second-step'] === true)
    if (!act) {
      input.print(tell('用法：atrium admin {usage}', { usage: tell(usage) }))
      return 2
    }
    const config = readConfig(input.env, input.root)
    await withServingDatabase(config, input, async (database) => {
      await act(createRescue(database), { account, isAnyone: input.values.any === true }, input.print)
    })
    return 0
  },
}
