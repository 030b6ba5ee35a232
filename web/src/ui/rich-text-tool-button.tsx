import type { Editor } from '@tiptap/core'
import type { RichTextTool } from './rich-text-tools.ts'

/** One tool of the toolbar. A press leaves the caret where it is. */
export const RichTextToolButton = ({ tool, editor }: { tool: RichTextTool; editor: Editor }) => {
  const { label, icon: Icon, isOn, can, run } = tool
  return (
    <button
      type="button"
      className="rich-text-tool"
      title={label}
      aria-label={label}
      aria-pressed={isOn?.(editor)}
      disabled={can ? !can(editor) : false}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => run(editor)}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  )
}
