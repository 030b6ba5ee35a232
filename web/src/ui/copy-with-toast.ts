import { copyText } from './copy-text.ts'
import { toast } from './toast.ts'

/** Copies a text to the clipboard, and confirms it or says why not. */
export const copyWithToast = async (text: string): Promise<void> =>
  (await copyText(text)) ? toast.success('已复制') : toast.error('浏览器不允许复制，请手动选择')
