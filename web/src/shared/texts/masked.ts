/** A phone number with its middle hidden. */
export const maskedPhone = (phone: string): string => phone.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2')

/** A mail address with most of its name hidden. */
export const maskedMail = (mail: string): string => mail.replace(/^(.).*(@.*)$/, '$1***$2')
