import { type Attributes, Extension, Mark, Node } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Code } from '@tiptap/extension-code'
import { CodeBlock } from '@tiptap/extension-code-block'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Italic } from '@tiptap/extension-italic'
import { BulletList } from '@tiptap/extension-list/bullet-list'
import { ListItem } from '@tiptap/extension-list/item'
import { ListKeymap } from '@tiptap/extension-list/keymap'
import { OrderedList } from '@tiptap/extension-list/ordered-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Strike } from '@tiptap/extension-strike'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import { Dropcursor } from '@tiptap/extensions/drop-cursor'
import { Gapcursor } from '@tiptap/extensions/gap-cursor'
import { Placeholder } from '@tiptap/extensions/placeholder'
import { TrailingNode } from '@tiptap/extensions/trailing-node'
import { UndoRedo } from '@tiptap/extensions/undo-redo'
import { Link } from './rich-text-link.ts'

const alignments = ['center', 'right', 'justify']
/** Alignment as an attribute: the content security policy refuses styles. */
const align: Attributes[string] = {
  default: null,
  parseHTML: (element) => alignments.find((each) => each === element.getAttribute('align')) ?? null,
  renderHTML: (attributes) => (attributes.align ? { align: attributes.align } : {}),
}
/** Columns find their widths themselves. */
const noWidth: Attributes[string] = { default: null, rendered: false, parseHTML: () => null }

const Alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [{ types: ['paragraph', 'heading'], attributes: { align } }],
})

const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  addNodeView: () => null,
})
const cellAttributes = { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: noWidth, align }
const PlainCell = TableCell.extend({ addAttributes: () => cellAttributes })
const PlainHeader = TableHeader.extend({ addAttributes: () => cellAttributes })

/** Pictures without handles. They stand in a paragraph, so that its alignment applies. */
const Picture = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: null } }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

/** Text above or below the line, never both. */
const script = (name: string, tag: 'sup' | 'sub') =>
  Mark.create({
    name,
    excludes: 'superscript subscript',
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  })

/** What the editor knows: the elements of a rich text, and how they are edited. */
export const richTextExtensions = (placeholder: string) => [
  Document,
  Paragraph,
  Text,
  Heading.configure({ levels: [2, 3, 4] }),
  HardBreak,
  HorizontalRule,
  Blockquote,
  CodeBlock,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  Bold,
  Italic,
  Underline,
  Strike,
  script('superscript', 'sup'),
  script('subscript', 'sub'),
  Code,
  Link,
  PlainTable,
  TableRow,
  PlainCell,
  PlainHeader,
  Picture,
  Alignment,
  UndoRedo,
  Dropcursor,
  Gapcursor,
  TrailingNode,
  Placeholder.configure({ placeholder }),
]
