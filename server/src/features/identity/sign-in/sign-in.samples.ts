import { createHash, randomUUID } from 'node:crypto'
import { buildUser } from '../../../../test/factories.ts'
import type { TestApp } from '../../../../test/harness.ts'
import { naughtyStrings } from '../../../../test/hostile/naughty-strings.ts'
import { anyPhone, code, type MakeSamples, type Sample } from '../../../../test/hostile/sample.ts'

const fillAttempts = async (app: TestApp, who: { companyId: string; id: string }, poolSize: number) => {
  const tokens = Array.from({ length: poolSize }, (_, n) => `t_hostile${n}`)
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  await app.sql(
    `insert into sign_in_attempts (token_hash, company_id, user_id, device_id, device_name, proof_epoch, expires_at)
     select decode(hash, 'hex'), $1, $2, '', '', 1, now() + interval '1 hour' from unnest($3::text[]) as pool (hash)`,
    [who.companyId, who.id, hashes],
  )
  return () => tokens.pop() ?? ''
}

/** Fields that only one sign-in method reads are tested with that method. */
const signInVariants: Readonly<Record<string, () => Sample>> = {
  phone: () => ({ body: { type: 'sms', phone: anyPhone(), ...code() } }),
  code: () => ({ body: { type: 'sms', phone: anyPhone(), ...code() } }),
  assertion: () => ({ body: { type: 'passkey', uuid: randomUUID(), assertion: {} } }),
}

export const samples: MakeSamples = async ({ app, writers, poolSize }) => {
  const nextAttempt = await fillAttempts(app, await buildUser(app, { companyId: writers, mustChange: true }), poolSize)
  return {
    'sysLogin.accessToken': () => ({ body: {}, token: nextAttempt() }),
    'sysLogin.verify': (n, at) =>
      signInVariants[String(at?.path[0])]?.() ?? {
        // Password comparison is slow. Curated accounts reach it, the others stop at the schema; for other fields the
        // same account and address soon reach the rate limit.
        body: {
          account: 'nobody',
          password: 'Wrong#pass1',
          device: { id: 'd', name: 'n' },
          ...(at?.path[0] === 'captcha' && { uuid: randomUUID() }),
          ...(at?.path[0] === 'account' && n >= naughtyStrings.length && { uuid: 'stop' }),
        },
        remoteAddress: '10.9.9.9',
      },
    'sysLogin.send': () => ({ body: { scene: 'login', phone: anyPhone() } }),
  }
}
