export type Kind = 'password hash' | 'token' | 'phone' | 'mail address' | 'password' | 'code' | 'secret'
type Belonging = { column: string; kind: Kind; because: string }

/** Where secrets and contacts stand on purpose. An entry that a lived-in database does not bear out fails the test. */
export const belonging: readonly Belonging[] = [
  { column: 'users.password_hash', kind: 'password hash', because: 'what a password is compared with' },
  { column: 'password_history.password_hash', kind: 'password hash', because: 'what a new password may not repeat' },
  { column: 'registrations.password_hash', kind: 'password hash', because: 'becomes the user’s; emptied when decided' },
  { column: 'users.phone', kind: 'phone', because: 'the user’s own; answers mask it' },
  { column: 'users.email', kind: 'mail address', because: 'the user’s own; answers mask it' },
  { column: 'registrations.phone', kind: 'phone', because: 'becomes the user’s; answers mask it' },
  { column: 'membership_invitations.target', kind: 'phone', because: 'what the invited person is found by' },
  { column: 'membership_invitations.target', kind: 'mail address', because: 'what the invited person is found by' },
  { column: 'companies.phone', kind: 'phone', because: 'where the company is reached' },
  { column: 'companies.email', kind: 'mail address', because: 'where the company is reached' },
  { column: 'orgs.phone', kind: 'phone', because: 'where the organisation is reached' },
  { column: 'orgs.email', kind: 'mail address', because: 'where the organisation is reached' },
  { column: 'base_parameters.description', kind: 'mail address', because: 'an example in the help of the sender' },
  { column: 'base_parameter_versions.description', kind: 'mail address', because: 'the same help, in older versions' },
  { column: 'sessions.aes_key', kind: 'secret', because: 'bodies are decrypted with it as long as the session lives' },
  { column: 'passkey_challenges.challenge', kind: 'token', because: 'a random text to be signed; it opens nothing' },
  { column: 'limits.key', kind: 'token', because: 'digests that look like tokens' },
]
