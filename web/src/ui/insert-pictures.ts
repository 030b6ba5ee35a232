import { messages } from '@atrium/contract/kernel/fields.ts'
import type { Editor } from '@tiptap/core'
import { isPicture } from './picture-file.ts'
import { toast } from './toast.ts'

type Upload = (file: File) => Promise<string>
/** Stores pictures and puts them into the text, at a position or at the caret. */
export type InsertPictures = (files: readonly File[], at?: number) => void

/**
 * Stores a picture.
 * @returns its address; undefined if it is none or was refused, which has been reported.
 */
export const storePicture = async (file: File, upload: Upload): Promise<string | undefined> => {
  if (await isPicture(file)) return upload(file).catch(() => undefined)
  toast.error(messages.picture)
  return undefined
}

/** Creates the function that inserts pictures. `onUploading` hears of each that begins (1) and ends (-1). */
export const createInsertPictures = (
  editor: () => Editor,
  upload: Upload,
  onUploading: (change: 1 | -1) => void,
): InsertPictures => {
  const insert = async (file: File, at: number | undefined) => {
    onUploading(1)
    const src = await storePicture(file, upload).finally(() => onUploading(-1))
    const { isDestroyed, state, commands } = editor()
    if (src === undefined || isDestroyed) return
    const picture = { type: 'image', attrs: { src } }
    // What was typed meanwhile may have moved the end of the text.
    if (at === undefined) commands.insertContent(picture)
    else commands.insertContentAt(Math.min(at, state.doc.content.size), picture)
  }
  return async (files, at) => {
    // One after the other, in their order.
    for (const file of files) await insert(file, at)
  }
}
