import { copyText } from './copy-text.ts'
import { t } from './texts.ts'
import { toast } from './toast.ts'

/** Copies a text to the clipboard, and confirms it or says why not. */
export const copyWithToast = async (text: string): Promise<void> =>
  (await copyText(text)) ? toast.success(t('已复制')) : toast.error(t('浏览器不允许复制，请手动选择'))
