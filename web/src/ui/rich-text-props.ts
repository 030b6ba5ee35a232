import type { Ref } from 'react'
import type { Control } from './control.ts'

export type RichTextEditorProps = Control<string> & {
  /**
   * Stores a picture. A rejection has been reported.
   * @returns its address
   */
  upload: (file: File) => Promise<string>
  /** Hears of each upload that begins (1) and ends (-1): until then the value lacks its picture. */
  onUploading?: (change: 1 | -1) => void
  placeholder?: string
  /** Lets a form focus the text. */
  ref?: Ref<{ focus: () => void }>
}
