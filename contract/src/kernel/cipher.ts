/**
 * The fixed key of the specification (§7, "when no key is supplied"), used before sign-in when body encryption is in
 * mode 1. Every copy of the browser's code holds it: it is compatibility, not protection.
 */
export const compatDefaultKey = 'atrium-compat-16'
/** Marks an AES-256-GCM body: `g1.` and base64 of iv (12 bytes), ciphertext and tag (16 bytes). */
export const gcmPrefix = 'g1.'
