/** Tables without their rows in an archive: secrets only, or derived from other tables. */
export const excludedTables: Readonly<Record<string, string>> = {
  audit_heads: 'the newest link of the chain; also in the log itself',
  bulk_passwords: 'passwords that have not been downloaded yet',
  events: 'hints for open consoles, kept for an hour',
  headcounts: 'derived from users',
  login_directory: 'digests, derived from users',
  notice_tallies: 'derived from notice_receipts',
  oidc_models: 'tokens and sessions of the OpenID Connect provider',
  passkeys: 'credentials',
  password_history: 'password hashes',
  recovery_codes: 'digests of codes',
  recovery_tickets: 'digests of tickets',
  sign_in_attempts: 'digests of tokens valid for minutes',
  storage_totals: 'derived from file_contents',
  totp_secrets: 'secrets',
  uploads: 'files that have not arrived yet',
}

/** Columns left out of an archive; with `secrets`, only in rows of that kind. */
export const excludedColumns: Readonly<Record<string, { columns: readonly string[]; secrets?: true }>> = {
  companies: { columns: ['epoch', 'name_grams'] },
  users: { columns: ['password_hash', 'id_card', 'epoch', 'name_grams'] },
  orgs: { columns: ['name_grams'] },
  files: { columns: ['name_grams'] },
  roles: { columns: ['name_grams'] },
  sessions: { columns: ['access_hash', 'refresh_hash', 'previous_refresh_hash', 'binding_hash', 'aes_key'] },
  trusted_devices: { columns: ['token_hash'] },
  registrations: { columns: ['password_hash'] },
  document_links: { columns: ['token_hash', 'password_hash'] },
  open_app_secrets: { columns: ['sealed'] },
  webhook_secrets: { columns: ['sealed'] },
  invitations: { columns: ['code'] },
  messages: { columns: ['content'] },
  job_runs: { columns: ['data', 'checkpoint'] },
  failed_calls: { columns: ['stack', 'handled_by'] },
  base_parameters: { columns: ['value'], secrets: true },
  base_parameter_versions: { columns: ['value'], secrets: true },
}
