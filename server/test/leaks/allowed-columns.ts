export type SecretKind = 'password hash' | 'token' | 'phone' | 'mail address' | 'password' | 'code' | 'secret'
type AllowedColumn = { column: string; kind: SecretKind; reason: string }

/** Columns that hold secrets or contacts on purpose. An entry without such a value in the test database fails. */
export const allowedColumns: readonly AllowedColumn[] = [
  { column: 'users.password_hash', kind: 'password hash', reason: 'what a password is compared with' },
  { column: 'password_history.password_hash', kind: 'password hash', reason: 'what a new password may not repeat' },
  { column: 'registrations.password_hash', kind: 'password hash', reason: 'becomes the user’s; emptied when decided' },
  { column: 'users.phone', kind: 'phone', reason: 'the user’s own; answers mask it' },
  { column: 'users.email', kind: 'mail address', reason: 'the user’s own; answers mask it' },
  { column: 'registrations.phone', kind: 'phone', reason: 'becomes the user’s; answers mask it' },
  { column: 'membership_invitations.target', kind: 'phone', reason: 'what the invited person is found by' },
  { column: 'membership_invitations.target', kind: 'mail address', reason: 'what the invited person is found by' },
  { column: 'companies.phone', kind: 'phone', reason: 'where the company is reached' },
  { column: 'companies.email', kind: 'mail address', reason: 'where the company is reached' },
  { column: 'orgs.phone', kind: 'phone', reason: 'where the organisation is reached' },
  { column: 'orgs.email', kind: 'mail address', reason: 'where the organisation is reached' },
  { column: 'base_parameters.description', kind: 'mail address', reason: 'an example in the help of the sender' },
  { column: 'base_parameter_versions.description', kind: 'mail address', reason: 'the same help, in older versions' },
  { column: 'sessions.aes_key', kind: 'secret', reason: 'bodies are decrypted with it as long as the session lives' },
  { column: 'passkey_challenges.challenge', kind: 'token', reason: 'a random text to be signed; it opens nothing' },
  { column: 'limits.key', kind: 'token', reason: 'digests that look like tokens' },
]
