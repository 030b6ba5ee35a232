import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { TestApp } from '../harness.ts'
import type { SecretKind } from './allowed-columns.ts'
import type { UsedSecret } from './find-leaks.ts'

/** Fields of requests and responses that carry a secret, with its kind. */
const fields: Readonly<Record<string, SecretKind>> = {
  password: 'password',
  newPassword: 'password',
  oldPass: 'password',
  newPass: 'password',
  token: 'token',
  refreshToken: 'token',
  tempToken: 'token',
  ticket: 'token',
  aesKey: 'secret',
  secret: 'secret',
  recovery: 'secret',
  codes: 'secret',
  idCard: 'secret',
}
/** Shorter values are words or masked rests. */
const minSecretLength = 8

const secretsIn = (value: unknown, kind?: SecretKind): UsedSecret[] => {
  if (typeof value === 'string')
    return kind && value.length >= minSecretLength && !value.includes('*') ? [{ kind, value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    secretsIn(each, fields[name] ?? (Array.isArray(value) ? kind : undefined)),
  )
}
const parsed = (text: unknown): unknown => {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Records every secret between test and server.
 * @returns a function that lists them with the codes sent
 */
export const watchSecrets = (app: TestApp) => {
  const used = new Map<string, UsedSecret>()
  const remember = (found: UsedSecret[]) => {
    for (const each of found) used.set(each.value, each)
  }
  const inject = app.server.inject.bind(app.server) as (options: InjectOptions) => Promise<LightMyRequestResponse>
  app.server.inject = (async (options: InjectOptions) => {
    remember(secretsIn(parsed(options.payload)))
    const response = await inject(options)
    const cookies = response.cookies
      .map(({ value }) => ({ kind: 'token' as const, value }))
      .filter(({ value }) => value)
    remember([...secretsIn(parsed(response.payload)), ...cookies])
    return response
  }) as typeof app.server.inject
  return async (): Promise<UsedSecret[]> => {
    const codes = (await app.outbox()).flatMap(({ values }) => (values.code ? [values.code] : []))
    return [...used.values(), ...codes.map((value) => ({ kind: 'code' as const, value }))]
  }
}
