import { join } from 'node:path'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { type AppParts, buildApp } from '../app.ts'
import { processParts } from '../config/process-parts.ts'
import { users } from '../features/people/users/index.ts'
import { noAnnouncements } from '../kernel/announcements.ts'
import type { Database } from '../kernel/db/database.ts'
import { openFileStore } from '../kernel/files/open-file-store.ts'
import { newId } from '../kernel/ids.ts'
import { createLogger } from '../kernel/logger.ts'
import { hashPassword, passwordMatches } from '../kernel/password-hash.ts'
import { randomPassword } from '../kernel/random-password.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { tell } from '../kernel/texts/operator-language.ts'

type Copy = { database: Database; secrets: Secrets; platformCompany: string; migrations: string[]; folder: string }

const passwordLength = 20
const inPlatform = { reach: 'platform' } as const

/** The server as it serves, without jobs, in a folder of its own. */
const buildServer = ({ database, secrets, platformCompany, migrations, folder }: Copy) => {
  const parts: AppParts = {
    database,
    secrets,
    platformCompany,
    log: createLogger('silent'),
    process: new Set(processParts),
    nodeName: 'proof',
    dataDir: folder,
    migrations,
    accessLog: false,
    servingNodes: () => 1,
    announcements: noAnnouncements,
    siteOrigin: 'http://localhost',
    outboxFolder: join(folder, 'outbox'),
    checkpointFolder: join(folder, 'checkpoints'),
    fileStore: openFileStore(join(folder, 'files')),
    clamavSocket: '',
    areasPublicKey: '',
    openTargetNetworks: [],
    dnsServers: [],
    trustedProxies: [],
    version: '',
    webFolder: undefined,
  }
  return buildApp(parts)
}

/** What would ask for more than a password, or for an encrypted body. */
const plainSignIn = `update base_parameters set value = case code when 'captcha' then '"off"'::jsonb else '"0"'::jsonb end
  where code in ('captcha', 'encrypt')`

/** Whether a stored password can be verified: a wrong one is refused, and breaks nothing. */
const verifyStoredPassword = async (database: Database): Promise<void> => {
  const { rows } = await database.statement({
    text: 'select password_hash as stored from users where password_hash is not null order by id limit 1',
    values: [],
  })
  if (await passwordMatches(rows[0]?.stored, randomPassword(passwordLength)))
    throw new Error(tell('恢复出的密码摘要与任意密码相符'))
}

/**
 * Signs in to a copy that is thrown away afterwards, by the calls of a browser, with an account that is made for that.
 * @throws an Error for the operator if that fails
 */
export const trySignIn = async (copy: Copy): Promise<void> => {
  const { database, platformCompany } = copy
  await verifyStoredPassword(database)
  const password = randomPassword(passwordLength)
  const account = `proof_${randomPassword(12).replaceAll(/\W/g, '0')}`
  const passwordHash = await hashPassword(password)
  await database.transact(inPlatform, (db) =>
    users.addUser(db, {
      companyId: platformCompany,
      id: newId(),
      account,
      name: '演练',
      passwordHash,
      mustChange: false,
    }),
  )
  await database.statement({ text: plainSignIn, values: [] })
  const { server } = await buildServer(copy)
  try {
    const post = async (url: string, token: string, payload: object) => {
      const reply = await server.inject({ method: 'POST', url, headers: { token }, payload })
      return { ...reply.json(), cookie: reply.headers['set-cookie'] }
    }
    const verified = await post(signInContract.verify.path, '', { account, password })
    if (verified.code !== 0) throw new Error(tell('在恢复出的系统中登录失败：{msg}', { msg: verified.msg }))
    const opened = await post(signInContract.accessToken.path, verified.data.tempToken, {})
    if (opened.code !== 0) throw new Error(tell('在恢复出的系统中登录失败：{msg}', { msg: opened.msg }))
  } finally {
    await server.close()
  }
}
