/** A phone as lists and letters show it: 138****0000; empty for none. What is masked already stays as it is. */
export const maskedPhone = (phone: string | null): string => phone?.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2') ?? ''
/** A mail address as lists and letters show it: a***@example.cn; empty for none. */
export const maskedMail = (mail: string | null): string => mail?.replace(/^(.).*(@.*)$/, '$1***$2') ?? ''
/** An identity number as screens show it: its first six and last four characters; empty for none. */
export const maskedIdCard = (idCard: string | null): string => idCard?.replace(/^(.{6}).*(.{4})$/, '$1********$2') ?? ''
/** A typed contact or account: phones and mail addresses masked, all else as it is. */
export const maskedContacts = (text: string): string =>
  text
    .replace(/(?<!\d)1[3-9]\d{9}(?!\d)/g, (phone) => maskedPhone(phone))
    .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, (mail) => maskedMail(mail))
/** Any other text: its first character. */
export const maskedText = (text: string): string => text.replace(/^(.).*$/su, '$1***')
