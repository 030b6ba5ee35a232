export type SecretKind = 'password hash' | 'token' | 'phone' | 'mail address' | 'password' | 'code' | 'secret'
type AllowedColumn = { column: string; kind: SecretKind; reason: string }

/** Columns that hold secrets or contacts on purpose. An entry without such a value in the test database fails. */
export const allowedColumns: readonly AllowedColumn[] = [
  { column: 'users.password_hash', kind: 'password hash', reason: 'entered passwords are compared with it' },
  { column: 'password_history.password_hash', kind: 'password hash', reason: 'a new password must not repeat it' },
  { column: 'registrations.password_hash', kind: 'password hash', reason: 'becomes the user’s; cleared once decided' },
  { column: 'document_links.password_hash', kind: 'password hash', reason: 'passwords of links are compared with it' },
  { column: 'users.phone', kind: 'phone', reason: 'the user’s own; masked in replies' },
  { column: 'users.email', kind: 'mail address', reason: 'the user’s own; masked in replies' },
  { column: 'registrations.phone', kind: 'phone', reason: 'becomes the user’s; masked in replies' },
  { column: 'membership_invitations.target', kind: 'phone', reason: 'identifies the invited user' },
  { column: 'membership_invitations.target', kind: 'mail address', reason: 'identifies the invited user' },
  { column: 'companies.phone', kind: 'phone', reason: 'contact of the company' },
  { column: 'companies.email', kind: 'mail address', reason: 'contact of the company' },
  { column: 'orgs.phone', kind: 'phone', reason: 'contact of the organisation' },
  { column: 'orgs.email', kind: 'mail address', reason: 'contact of the organisation' },
  { column: 'base_parameters.description', kind: 'mail address', reason: 'an example in the help text of the sender' },
  {
    column: 'base_parameter_versions.description',
    kind: 'mail address',
    reason: 'the same help text in older versions',
  },
  { column: 'sessions.aes_key', kind: 'secret', reason: 'decrypts bodies while the session lives' },
  { column: 'passkey_challenges.challenge', kind: 'token', reason: 'a random text to be signed; it grants no access' },
  { column: 'limits.key', kind: 'token', reason: 'digests that look like tokens' },
]
