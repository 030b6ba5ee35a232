import { CopyButton } from '../../../ui/copy-button.tsx'

/** Code that can be copied. */
export const CodeBlock = ({ label, text }: { label: string; text: string }) => (
  <div className="api-code">
    <CopyButton text={text} what={label} />
    <pre>{text}</pre>
  </div>
)
