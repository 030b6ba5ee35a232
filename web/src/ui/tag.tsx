import './tag.css'

/** A small label. In: its word and a tone (never colour alone: the word says it all). */
export const Tag = ({
  children,
  tone = 'plain',
}: {
  children: string
  tone?: 'plain' | 'accent' | 'good' | 'warn' | 'danger'
}) => <span className={`tag tag-${tone}`}>{children}</span>
