import type { Editor } from '@tiptap/core'
import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  Bold,
  Code,
  Columns3,
  Italic,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Redo2,
  RemoveFormatting,
  Rows3,
  Strikethrough,
  Subscript,
  Superscript,
  Table,
  TableCellsMerge,
  TableCellsSplit,
  TableColumnsSplit,
  TableRowsSplit,
  Trash2,
  Underline,
  Undo2,
} from 'lucide-react'
import { t } from './texts.ts'

export type RichTextTool = {
  label: string
  icon: LucideIcon
  /** Whether it applies at the caret; undefined for a tool that is not switched. */
  isOn?: (editor: Editor) => boolean
  /** Whether it can be used now; always if undefined. */
  can?: (editor: Editor) => boolean
  run: (editor: Editor) => void
}

const aligned = (label: string, icon: LucideIcon, align: string | null): RichTextTool => {
  const current = (editor: Editor) =>
    editor.isActive('heading') ? editor.getAttributes('heading').align : editor.getAttributes('paragraph').align
  return {
    label,
    icon,
    isOn: (editor) => (current(editor) ?? null) === align,
    run: (editor) =>
      editor.chain().focus().updateAttributes('paragraph', { align }).updateAttributes('heading', { align }).run(),
  }
}

/** Tools in groups, as the toolbar shows them. */
export const textTools: readonly (readonly RichTextTool[])[] = [
  [
    {
      label: t('撤销'),
      icon: Undo2,
      can: (editor) => editor.can().undo(),
      run: (editor) => editor.chain().focus().undo().run(),
    },
    {
      label: t('重做'),
      icon: Redo2,
      can: (editor) => editor.can().redo(),
      run: (editor) => editor.chain().focus().redo().run(),
    },
  ],
  [
    {
      label: t('加粗'),
      icon: Bold,
      isOn: (editor) => editor.isActive('bold'),
      run: (editor) => editor.chain().focus().toggleBold().run(),
    },
    {
      label: t('斜体'),
      icon: Italic,
      isOn: (editor) => editor.isActive('italic'),
      run: (editor) => editor.chain().focus().toggleItalic().run(),
    },
    {
      label: t('下划线'),
      icon: Underline,
      isOn: (editor) => editor.isActive('underline'),
      run: (editor) => editor.chain().focus().toggleUnderline().run(),
    },
    {
      label: t('删除线'),
      icon: Strikethrough,
      isOn: (editor) => editor.isActive('strike'),
      run: (editor) => editor.chain().focus().toggleStrike().run(),
    },
    {
      label: t('上标'),
      icon: Superscript,
      isOn: (editor) => editor.isActive('superscript'),
      run: (editor) => editor.chain().focus().toggleMark('superscript').run(),
    },
    {
      label: t('下标'),
      icon: Subscript,
      isOn: (editor) => editor.isActive('subscript'),
      run: (editor) => editor.chain().focus().toggleMark('subscript').run(),
    },
    {
      label: t('行内代码'),
      icon: Code,
      isOn: (editor) => editor.isActive('code'),
      run: (editor) => editor.chain().focus().toggleCode().run(),
    },
    {
      label: t('清除格式'),
      icon: RemoveFormatting,
      run: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().run(),
    },
  ],
  [
    aligned(t('左对齐'), AlignLeft, null),
    aligned(t('居中'), AlignCenter, 'center'),
    aligned(t('右对齐'), AlignRight, 'right'),
    aligned(t('两端对齐'), AlignJustify, 'justify'),
  ],
  [
    {
      label: t('项目符号'),
      icon: List,
      isOn: (editor) => editor.isActive('bulletList'),
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      label: t('编号'),
      icon: ListOrdered,
      isOn: (editor) => editor.isActive('orderedList'),
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      label: t('引用'),
      icon: Quote,
      isOn: (editor) => editor.isActive('blockquote'),
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
    {
      label: t('分隔线'),
      icon: Minus,
      run: (editor) => editor.chain().focus().setHorizontalRule().run(),
    },
    {
      label: t('插入表格'),
      icon: Table,
      can: (editor) => !editor.isActive('table'),
      run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
  ],
]

/** Tools for the table at the caret. */
export const tableTools: readonly RichTextTool[] = [
  { label: t('下方插入行'), icon: Rows3, run: (editor) => editor.chain().focus().addRowAfter().run() },
  { label: t('右侧插入列'), icon: Columns3, run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { label: t('删除行'), icon: TableRowsSplit, run: (editor) => editor.chain().focus().deleteRow().run() },
  { label: t('删除列'), icon: TableColumnsSplit, run: (editor) => editor.chain().focus().deleteColumn().run() },
  {
    label: t('合并单元格'),
    icon: TableCellsMerge,
    can: (editor) => editor.can().mergeCells(),
    run: (editor) => editor.chain().focus().mergeCells().run(),
  },
  {
    label: t('拆分单元格'),
    icon: TableCellsSplit,
    can: (editor) => editor.can().splitCell(),
    run: (editor) => editor.chain().focus().splitCell().run(),
  },
  { label: t('删除表格'), icon: Trash2, run: (editor) => editor.chain().focus().deleteTable().run() },
]

export type BlockFormat = 'paragraph' | '2' | '3' | '4' | 'code'
export const blockFormats: readonly { value: BlockFormat; label: string }[] = [
  { value: 'paragraph', label: t('正文') },
  { value: '2', label: t('一级标题') },
  { value: '3', label: t('二级标题') },
  { value: '4', label: t('三级标题') },
  { value: 'code', label: t('代码块') },
]

/** Format of the block at the caret. */
export const blockFormat = (editor: Editor): BlockFormat => {
  if (editor.isActive('codeBlock')) return 'code'
  const level = editor.isActive('heading') ? String(editor.getAttributes('heading').level) : ''
  return blockFormats.find(({ value }) => value === level)?.value ?? 'paragraph'
}

/** Sets the format of the selected blocks. */
export const setBlockFormat = (editor: Editor, format: string): void => {
  const chain = editor.chain().focus()
  if (format === 'code') chain.setCodeBlock().run()
  else if (format === '2' || format === '3' || format === '4')
    chain.setHeading({ level: Number(format) as 2 | 3 | 4 }).run()
  else chain.setParagraph().run()
}
