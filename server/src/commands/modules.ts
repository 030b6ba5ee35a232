import { installedModules, installedVersions } from '@atrium/contract/installed-modules.ts'
import type { ModuleContract } from '@atrium/contract/kernel/module.ts'
import { readConfig } from '../config/config.ts'
import { type ModulesState, readModules } from '../features/operations/installation/index.ts'
import { createModuleSwitch } from '../features/tenancy/tenants/tenants.feature.ts'
import type { Database } from '../kernel/db/database.ts'
import { joinTold, tell } from '../kernel/texts/operator-language.ts'
import type { Command } from './command.ts'
import { withServingDatabase } from './with-serving-database.ts'

const countCompanies = async (module: ModuleContract, database: Database): Promise<number> => {
  let count = 0
  await createModuleSwitch(module, database).forEachCompany(async () => {
    count += 1
  })
  return count
}
const describeInstalled = ({ name, title, version, companies, offFor }: ModulesState['installed'][number]): string =>
  tell('{name}  {version}  {title}  在 {companies} 家公司启用，{offFor} 个租户停用', {
    name,
    version,
    title,
    companies,
    offFor,
  })
const describeLeft = ({ name, tables, roles, parameters, messages }: ModulesState['left'][number]): string[] => [
  tell('{name}  已移除，留有：', { name }),
  ...tables.map((table) => tell('  表 {table}：{rows} 行', { table: table.name, rows: table.rows })),
  tell('  权限：{roles} 个角色', { roles }),
  ...(parameters.length > 0 ? [tell('  参数：{codes}', { codes: joinTold(parameters, '、') })] : []),
  ...(messages.length > 0 ? [tell('  消息模板：{codes}', { codes: joinTold(messages, '、') })] : []),
]

export const modules: Command = {
  summary: '查看已安装的模块，以及已移除的模块留下的数据',
  usage: '[--json]',
  options: { json: { type: 'boolean' } },
  async run(input) {
    const { env, root, print, values } = input
    const state = await withServingDatabase(readConfig(env, root), input, (database) =>
      readModules(database, installedModules, installedVersions, (module) => countCompanies(module, database)),
    )
    if (values.json) {
      print(JSON.stringify(state, null, 2))
      return 0
    }
    if (state.installed.length === 0) print(tell('没有安装模块'))
    for (const line of [...state.installed.map(describeInstalled), ...state.left.flatMap(describeLeft)]) print(line)
    return 0
  },
}
