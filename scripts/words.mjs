/**
 * Whether the one who runs this reads Chinese, as the server finds it (`server/src/kernel/texts/operator-language.ts`): these
 * scripts run before packages are installed, on any Node.
 */
const readsChinese = ({ ATRIUM_LANGUAGE, LC_ALL, LC_MESSAGES, LANG }) =>
  /^(?:zh|c|posix)?(?:[._@-]|$)/i.test(ATRIUM_LANGUAGE || LC_ALL || LC_MESSAGES || LANG || '')

/** The text in the language of the one who runs this. */
export const words = (zh, en) => (readsChinese(process.env) ? zh : en)
