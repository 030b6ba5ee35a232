import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tell } from '../kernel/texts/operator-language.ts'
import { isOfService } from './service-variables.ts'
import { secretNames, type VariableName, variableNames, variableOf } from './variables.ts'

/** Where the value of a variable comes from: a secret may lie in a file or a credential of systemd. */
export type SettingOrigin = 'default' | 'environment' | 'file' | 'credential'
export type Setting = {
  name: VariableName
  value: string
  origin: SettingOrigin
  /** Of its file. */
  path?: string
}
type Settings = { settings: Setting[]; faults: string[] }

/** The variable that names the file of a secret. */
export const fileVariable = (name: string) => `${name}_FILE`

type Found = { origin: SettingOrigin; said: string; path?: string; value?: string }

/** A file ends with a newline that belongs to no secret. */
const toValue = (text: string) => text.replace(/^\uFEFF/, '').replace(/[\r\n]+$/, '')

const readSecretFile = (path: string, said: string): string => {
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(tell('{said} 指定的文件 {path} 读不出来（{code}），请检查路径和权限', { said, path, code }))
  }
  const value = toValue(text)
  if (value === '') throw new Error(tell('{said} 指定的文件 {path} 是空的', { said, path }))
  return value
}

const findSecret = (env: NodeJS.ProcessEnv, name: VariableName): Found[] => {
  const found: Found[] = []
  if (env[name]) found.push({ origin: 'environment', said: name, value: env[name] })
  const path = env[fileVariable(name)]
  if (path) found.push({ origin: 'file', said: fileVariable(name), path })
  const credential = env.CREDENTIALS_DIRECTORY && join(env.CREDENTIALS_DIRECTORY, name)
  if (credential && existsSync(credential))
    found.push({ origin: 'credential', said: tell('凭据 {name}', { name }), path: credential })
  return found
}

const findPlain = (env: NodeJS.ProcessEnv, name: VariableName): Found[] =>
  env[name] && !isOfService(env, name) ? [{ origin: 'environment', said: name, value: env[name] }] : []

const settle = (env: NodeJS.ProcessEnv, name: VariableName): Setting => {
  const found = secretNames.includes(name) ? findSecret(env, name) : findPlain(env, name)
  if (found.length > 1)
    throw new Error(tell('{names} 同时给出，请只保留一个', { names: found.map(({ said }) => said).join(tell(' 和 ')) }))
  const [first] = found
  if (first === undefined) return { name, value: variableOf(name).fallback, origin: 'default' }
  const { origin, path } = first
  if (path === undefined) return { name, value: first.value ?? '', origin }
  return { name, value: readSecretFile(path, first.said), origin, path }
}

/** Reads each variable's value and where it comes from. What cannot be read is a fault, and left at its default. */
export const readSettings = (env: NodeJS.ProcessEnv): Settings => {
  const faults: string[] = []
  const settings = variableNames.map((name): Setting => {
    try {
      return settle(env, name)
    } catch (error) {
      faults.push((error as Error).message)
      return { name, value: variableOf(name).fallback, origin: 'default' }
    }
  })
  return { settings, faults }
}
