import { saveFile } from './save-file.ts'

/** Downloads a text as a file. */
export const saveText = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: 'text/plain;charset=utf-8' }))
