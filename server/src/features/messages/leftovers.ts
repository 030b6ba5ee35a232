/** Codes nobody used, and the send log's far past. */
export const messagesLeftovers = [
  'delete from verification_codes where expires_at < now()',
  `delete from messages where created_at < now() - interval '180 days'`,
]
