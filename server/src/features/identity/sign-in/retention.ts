/** Expired sign-in attempts and captchas. */
export const signInRetention = [
  'delete from sign_in_attempts where expires_at < now()',
  'delete from captchas where expires_at < now()',
]
