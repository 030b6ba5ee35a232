import { saveFile } from './save-file.ts'

/** Gives a text to the person as a file. In: the file's name and what is in it. */
export const saveText = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: 'text/plain;charset=utf-8' }))
