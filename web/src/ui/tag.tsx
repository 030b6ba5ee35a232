import './tag.css'

/** Small label with a tone. The text is enough without the colour. */
export const Tag = ({
  children,
  tone = 'plain',
}: {
  children: string
  tone?: 'plain' | 'accent' | 'good' | 'warn' | 'danger'
}) => <span className={`tag tag-${tone}`}>{children}</span>
