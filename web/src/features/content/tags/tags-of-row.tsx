import { maxTagsOfRow, tagsContract } from '@atrium/contract/features/content/tags/tags.contract.ts'
import type { Tag } from '@atrium/contract/kernel/listing.ts'
import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import type { TaggedRow } from '../../../kernel/tags/row-tags.tsx'
import { t } from '../../../ui/texts.ts'
import { TagInput } from './tag-input.tsx'
import './tags-of-row.css'

const { ofRow, attach, detach } = tagsContract
const invalidates = [ofRow] as const

const Chip = ({ tag: { name }, onRemove }: { tag: Tag; onRemove: (() => void) | undefined }) => (
  <li className="row-tag">
    <bdi>{name}</bdi>
    {onRemove && (
      <button
        type="button"
        aria-label={t('移除标签“{name}”', { name })}
        title={t('移除标签“{name}”', { name })}
        onClick={onRemove}
      >
        <X size={12} aria-hidden />
      </button>
    )}
  </li>
)

/** The tags of a row, and what adds and removes them for users who may change it. */
export const TagsOfRow = ({ entity, id }: TaggedRow) => {
  const { data } = useRead(ofRow, { query: { entity, id } }, { toasts: false })
  const [isAdding, setIsAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasAdding = useRef(false)
  const adding = useWrite(attach, { invalidates, silentSuccess: true })
  const removing = useWrite(detach, { invalidates, silentSuccess: true })
  useEffect(() => {
    if (wasAdding.current && !isAdding) opener.current?.focus()
    wasAdding.current = isAdding
  }, [isAdding])
  if (!data) return <div className="object-tags" />
  if (data.tags.length === 0 && !data.editable) return null
  const { tags, editable } = data
  return (
    <div className="object-tags row-tags">
      {tags.length > 0 && (
        <ul aria-label={t('标签')}>
          {tags.map((tag) => (
            <Chip
              key={tag.id}
              tag={tag}
              onRemove={editable ? () => removing.mutate({ params: { id: tag.id, entity, row: id } }) : undefined}
            />
          ))}
        </ul>
      )}
      {editable &&
        tags.length < maxTagsOfRow &&
        (isAdding ? (
          <TagInput
            taken={tags}
            busy={adding.isPending}
            onAdd={(name) => adding.mutate({ body: { entity, id, name } })}
            onClose={() => setIsAdding(false)}
          />
        ) : (
          <button ref={opener} type="button" className="row-tags-add" onClick={() => setIsAdding(true)}>
            <Plus size={12} aria-hidden />
            {t('添加标签')}
          </button>
        ))}
    </div>
  )
}
