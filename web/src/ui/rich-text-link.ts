import { richTextLink } from '@atrium/contract/kernel/rich-text.ts'
import { type Editor, InputRule, Mark, PasteRule } from '@tiptap/core'
import type { MarkType } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { addressAtEnd, addresses, finishedAddress, toLink } from './link-addresses.ts'

/** Makes a link of an address, unless it is part of one. */
const addLink = (tr: Transaction, type: MarkType, from: number, address: string) => {
  const href = toLink(address)
  const to = from + address.length
  if (richTextLink.test(href) && !tr.doc.rangeHasMark(from, to, type)) tr.addMark(from, to, type.create({ href }))
}

/**
 * The same of an address before the caret.
 * @returns false, so that the key does what it does
 */
const linkBeforeCaret = ({ state, view }: Editor, type: MarkType): false => {
  const { $from, empty } = state.selection
  if (!empty || $from.parent.type.spec.code || type.schema.marks.code?.isInSet($from.marks())) return false
  // One character for what is no text, so that positions fit.
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const found = addressAtEnd.exec(before)
  if (!found?.[1]) return false
  const { tr } = state
  addLink(tr, type, $from.start() + found.index, found[1])
  if (tr.docChanged) view.dispatch(tr)
  return false
}

/**
 * Links, also of addresses that are typed or pasted. Tiptap's own brings along a list of all top-level domains, to find
 * hosts without a scheme in what is typed.
 */
export const Link = Mark.create({
  name: 'link',
  priority: 1000,
  inclusive: false,
  keepOnSplit: false,
  exitable: true,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [{ tag: 'a[href]' }],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
  addInputRules() {
    return [
      new InputRule({
        find: finishedAddress,
        handler: ({ state, range, match }) => addLink(state.tr, this.type, range.from, match[1] ?? ''),
      }),
    ]
  },
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => linkBeforeCaret(editor, this.type),
      'Shift-Enter': ({ editor }) => linkBeforeCaret(editor, this.type),
    }
  },
  addPasteRules() {
    return [
      new PasteRule({
        find: addresses,
        handler: ({ state, range, match }) => addLink(state.tr, this.type, range.from, match[0]),
      }),
    ]
  },
})
