import { beforeAll, describe, expect, it } from 'vitest'
import { productSchemas } from '../../src/kernel/db/product-schemas.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { expectOnly } from './expect-only.ts'

/** Tables whose rows prove who a user is until they expire, and end with the user's proofs (decision 109). */
const proofs = ['recovery_tickets', 'sign_in_attempts', 'trusted_devices']
/** Tables with a secret or an end, of which none admits its user after their proofs have ended. */
const noProofs = {
  app_requests: 'access to an application that its approvers take back',
  captchas: 'shows that a person is there, and not which',
  document_links: 'opens a document for who has it, and lasts as long as its maker manages the document',
  identity_attempts: 'bound to its browser; a round that links is finished within the session that began it',
  identity_links: 'a means of signing in, which its user removes',
  login_directory: 'names under which users sign in',
  oidc_logouts: 'tells an application of a sign-in that has ended',
  oidc_models: 'lives as long as the session behind its grant',
  open_app_scim_tokens: 'of an application, within the present rights of its owner',
  open_apps: 'an application with its owner',
  passkey_challenges: 'answered within the session that asked, or by a passkey',
  passkeys: 'a means of signing in, which its user removes',
  portraits: 'the picture of a user',
  recovery_codes: 'a second factor, which its user replaces',
  released_terms: 'a term that is over without a reminder',
  sessions: 'ended one by one, with the reason that their user reads',
  sso_tickets: 'worthless without the live session that asked for it',
  uploads: 'continued within a session, or by the address of one upload',
  user_roles: 'roles, which may end by themselves',
  verification_codes: 'names its holder and the number of their proofs in its digest: `CodeSubject`',
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ process: [] })
})

describe('proofs of users', () => {
  it('are all tables with a user or a secret, and an end, but those that say why not', async () => {
    const rows = await app.sql(
      `
      select pg_class.oid::regclass::text as name from pg_class
      where relnamespace in ${productSchemas} and relkind in ('r', 'p') and not relispartition
        and not (relname = any($1)) and exists (
          select from pg_attribute of_user
          where of_user.attrelid = pg_class.oid and of_user.attname ~ '(^|_)(user|maker|owner)_id$'
            and not of_user.attisdropped
        ) and exists (
          select from pg_attribute of_end
          where of_end.attrelid = pg_class.oid and not of_end.attisdropped
            and (of_end.attname ~ 'expire|until_at' or of_end.atttypid = 'bytea'::regtype)
        )
      union
      select pg_class.oid::regclass::text from pg_class
      where relnamespace in ${productSchemas} and relkind in ('r', 'p') and not relispartition
        and not (relname = any($1)) and exists (
          select from pg_attribute of_secret
          where of_secret.attrelid = pg_class.oid and of_secret.attname ~ '(hash|digest|key)$'
            and of_secret.atttypid = 'bytea'::regtype and not of_secret.attisdropped
        ) and exists (
          select from pg_attribute of_end
          where of_end.attrelid = pg_class.oid and of_end.attname ~ 'expire' and not of_end.attisdropped
        )`,
      [proofs],
    )
    expectOnly(
      rows.map(({ name }) => String(name)),
      noProofs,
    )
  })

  it('say what they rest on, and are hidden from both roles once that has ended', async () => {
    const rows = await app.sql(`
      select policies.tablename as name, policies.permissive, policies.roles::text as roles, policies.cmd,
        columns.is_nullable as nullable, columns.column_default as "default"
      from pg_policies policies join information_schema.columns columns
        on columns.table_name = policies.tablename and columns.column_name = 'proof_epoch'
      where policies.policyname = 'user_proofs' order by 1`)
    const rule = { permissive: 'RESTRICTIVE', roles: '{atrium_company,atrium_platform}', cmd: 'ALL' }
    expect(rows).toEqual(proofs.map((name) => ({ name, ...rule, nullable: 'NO', default: null })))
  })
})
