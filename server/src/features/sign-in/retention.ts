/** Attempts nobody finished and captchas nobody solved. */
export const signInLeftovers = [
  'delete from sign_in_attempts where expires_at < now()',
  'delete from captchas where expires_at < now()',
]
