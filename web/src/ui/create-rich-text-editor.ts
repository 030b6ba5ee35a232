import { Editor } from '@tiptap/core'
import { cleanRichText } from './build-html.ts'
import { createInsertPictures, type InsertPictures, storePicture } from './insert-pictures.ts'
import { type Pasted, readPaste } from './paste-html.ts'
import { richTextExtensions } from './rich-text-extensions.ts'
import { t } from './texts.ts'
import { toast } from './toast.ts'

type Options = {
  element: HTMLElement
  html: string
  placeholder: string
  disabled: boolean
  /** Attributes of the text box, read at every transaction. */
  attributes: () => Record<string, string>
  upload: (file: File) => Promise<string>
  /** Hears of each upload that begins (1) and ends (-1). */
  onUploading: (change: 1 | -1) => void
  onBlur: () => void
}

const toPicture = async (address: string): Promise<File> => {
  const [head = '', data = ''] = address.split(',')
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
  return new File([bytes], t('图片'), { type: /image\/\w+/.exec(head)?.[0] ?? '' })
}

/** Gives embedded pictures their addresses; those without one are removed. */
const storeEmbedded = async ({ embedded }: Pasted, upload: Options['upload']) => {
  for (const [image, address] of embedded) {
    const src = await toPicture(address)
      .then((file) => storePicture(file, upload))
      .catch(() => undefined)
    if (src === undefined) image.remove()
    else image.setAttribute('src', src)
  }
}

const reportLost = ({ lost }: Pasted) => {
  if (lost > 0) toast.warning(t('{lost} 张外部图片未粘贴，请下载后上传', { lost }))
}

type Handled = { editor: () => Editor; insert: InsertPictures } & Pick<Options, 'upload' | 'onUploading'>

/**
 * Takes over a paste that needs an upload.
 * @returns whether it did
 */
const takePaste = (data: DataTransfer, { editor, insert, upload, onUploading }: Handled): boolean => {
  const files = [...data.files]
  const html = data.getData('text/html')
  const pasted = readPaste(html)
  // A picture copied from a page comes as a file too; text copied from Word has a picture of itself beside it.
  if (files.length > 0 && (html === '' || pasted.isLostPicture)) {
    insert(files)
    return true
  }
  if (pasted.embedded.size === 0) {
    reportLost(pasted)
    return false
  }
  onUploading(1)
  storeEmbedded(pasted, upload)
    .finally(() => onUploading(-1))
    .then(() => {
      reportLost(pasted)
      if (!editor().isDestroyed) editor().view.pasteHTML(pasted.root.innerHTML)
    })
  return true
}

export type RichTextParts = { editor: Editor; insert: InsertPictures }

/** Creates the editor of a rich text. Whatever comes in as HTML, its value included, is sanitised first. */
export const createRichTextEditor = (options: Options): RichTextParts => {
  const { element, html, placeholder, disabled, attributes, upload, onUploading, onBlur } = options
  const insert = createInsertPictures(() => editor, upload, onUploading)
  const editor: Editor = new Editor({
    element,
    extensions: richTextExtensions(placeholder),
    content: cleanRichText(html).innerHTML,
    editable: !disabled,
    // Its styles are in the style sheet; an element made at run time would need a nonce.
    injectCSS: false,
    onBlur,
    editorProps: {
      attributes: () => ({ ...attributes(), class: 'rich-text' }),
      transformPastedHTML: (pasted) => readPaste(pasted).root.innerHTML,
      handlePaste: (_, { clipboardData }) =>
        clipboardData !== null && takePaste(clipboardData, { editor: () => editor, insert, upload, onUploading }),
      handleDrop: (view, event) => {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0) return false
        event.preventDefault()
        insert(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos)
        return true
      },
    },
  })
  return { editor, insert }
}
