/**
 * Fixed key for body encryption in mode 1 before sign-in. It is public, as part of the browser code: for compatibility,
 * not for protection.
 */
export const compatDefaultKey = 'atrium-compat-16'
/** Prefix of an AES-256-GCM body: `g1.`, then base64 of iv (12 bytes), ciphertext and tag (16 bytes). */
export const gcmPrefix = 'g1.'
