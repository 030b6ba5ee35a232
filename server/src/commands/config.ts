import { inspectConfig, type ReadConfig } from '../config/config.ts'
import { fileVariable, type Setting, type SettingOrigin } from '../config/settings.ts'
import { secretNames } from '../config/variables.ts'
import { keyFingerprint } from '../kernel/secrets.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { readSecretKey } from '../secret-key.ts'
import type { Command } from './command.ts'

const masked = '******'
const originTexts: Record<SettingOrigin, (setting: Setting) => string> = {
  default: () => tell('默认值', { context: 'state' }),
  environment: () => tell('环境变量'),
  file: ({ name, path }) => tell('文件 {path}（{name}）', { path, name: fileVariable(name) }),
  credential: ({ path }) => tell('凭据 {path}', { path }),
}

type Shown = Omit<Setting, 'value'> & { value: string | null; fingerprint?: string }

/** A secret says only that it is set, and a key by which fingerprint it is known. */
const toShown = async ({ settings, config }: ReadConfig): Promise<Shown[]> => {
  const key = config && (await readSecretKey(config))
  return settings.map(({ name, value, origin, path }) => {
    const isSet = value !== ''
    const shown = secretNames.includes(name) ? masked : value
    const fingerprint = name === 'SECRET_KEY' && key !== undefined && keyFingerprint(key)
    return {
      name,
      value: isSet ? shown : null,
      origin,
      ...(path !== undefined && { path }),
      ...(fingerprint && { fingerprint }),
    }
  })
}

const toLine = (setting: Shown, width: number): string => {
  const { name, value, origin, fingerprint } = setting
  const known = fingerprint && origin === 'default' ? tell('数据目录中的 secret.key') : (value ?? '–')
  const shown = fingerprint ? tell('{known}（指纹 {fingerprint}）', { known, fingerprint }) : known
  return `${name.padEnd(width)}  ${shown}  ${originTexts[origin]({ ...setting, value: '' })}`
}

export const config: Command = {
  summary: '列出全部设置、取值和来源，机密不显示',
  usage: '[--json]',
  options: { json: { type: 'boolean' } },
  async run({ env, root, print, values }) {
    const read = inspectConfig(env, root)
    const settings = await toShown(read)
    const { faults } = read
    if (values.json) print(JSON.stringify({ settings, faults }, null, 2))
    else {
      const width = Math.max(...settings.map(({ name }) => name.length))
      for (const setting of settings) print(toLine(setting, width))
      for (const fault of faults) print(tell('有误：{fault}', { fault }))
    }
    return faults.length === 0 ? 0 : 1
  },
}
