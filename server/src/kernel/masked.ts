/** A phone number as shown in lists and messages: 138****0000; empty for none. Masked values stay as they are. */
export const maskedPhone = (phone: string | null): string => phone?.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2') ?? ''
/** A mail address as shown in lists and messages: a***@example.cn; empty for none. */
export const maskedMail = (mail: string | null): string => mail?.replace(/^(.).*(@.*)$/, '$1***$2') ?? ''
/** An identity number as shown on screens: first six and last four characters; empty for none. */
export const maskedIdCard = (idCard: string | null): string => idCard?.replace(/^(.{6}).*(.{4})$/, '$1********$2') ?? ''
/** A text with its phone numbers and mail addresses masked. */
export const maskedContacts = (text: string): string =>
  text
    .replace(/(?<!\d)1[3-9]\d{9}(?!\d)/g, (phone) => maskedPhone(phone))
    .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, (mail) => maskedMail(mail))
/** Any other text: its first character. */
export const maskedText = (text: string): string => text.replace(/^(.).*$/su, '$1***')
