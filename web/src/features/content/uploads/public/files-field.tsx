import { acceptedEndings } from '@atrium/contract/features/content/uploads/file-types.ts'
import { maxRowFiles, type RowFile } from '@atrium/contract/features/content/uploads/row-files.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { FileText, Upload, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { useCan } from '../../../../kernel/access/use-can.ts'
import { useWrite } from '../../../../kernel/api/use-write.ts'
import { Field, type FieldProps } from '../../../../kernel/forms/fields.tsx'
import { useFormRules } from '../../../../kernel/forms/form-context.ts'
import { Button } from '../../../../ui/button.tsx'
import type { Control } from '../../../../ui/control.ts'
import { t } from '../../../../ui/texts.ts'
import '../file-list.css'

/** An endpoint that stores a file for a row that is being written. */
export type FileUpload = Endpoint & {
  wire: 'multipart'
  body: z.ZodMiniType<object, Record<string, never>>
  reply: z.ZodMiniType<{ id: string }>
}
type Named = Pick<RowFile, 'id' | 'name'>
type InputProps = Control<readonly string[]> & {
  attach: FileUpload
  /** Those that the row has already. */
  files: readonly Named[] | undefined
  onUploading: (change: 1 | -1) => void
}

const FilesInput = ({ value = [], onChange, attach, files = [], onUploading, disabled = false, id }: InputProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [added, setAdded] = useState<readonly Named[]>([])
  const [busy, setBusy] = useState(false)
  const upload = useWrite<FileUpload>(attach, { silentSuccess: true })
  const mayAttach = useCan(attach) && !disabled
  const names = new Map([...files, ...added].map((file) => [file.id, file.name]))
  const send = async (chosen: readonly File[]) => {
    let ids = value
    setBusy(true)
    onUploading(1)
    try {
      for (const file of chosen) {
        const { id: fileId } = await upload.mutateAsync({ body: {}, file })
        setAdded((former) => [...former, { id: fileId, name: file.name }])
        ids = [...ids, fileId]
        onChange?.(ids)
      }
    } catch {
      // `call` has shown the failure.
    } finally {
      setBusy(false)
      onUploading(-1)
    }
  }
  const pick = (list: HTMLInputElement['files']) => void send([...(list ?? [])].slice(0, maxRowFiles - value.length))
  return (
    <div className="files-input" id={id}>
      {value.length > 0 && (
        <ul className="file-list">
          {value.map((fileId) => (
            <li key={fileId}>
              <FileText size={14} aria-hidden />
              <span>{names.get(fileId) ?? t('已上传的文件')}</span>
              <Button
                look="quiet"
                aria-label={t('移除{name}', { name: names.get(fileId) ?? t('已上传的文件') })}
                icon={<X size={14} aria-hidden />}
                disabled={disabled || busy}
                onClick={() => onChange?.(value.filter((each) => each !== fileId))}
              >
                {null}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {mayAttach && (
        <>
          <input
            ref={input}
            type="file"
            hidden
            multiple
            accept={acceptedEndings('doc')}
            aria-label={t('选择文件')}
            onChange={({ currentTarget }) => {
              pick(currentTarget.files)
              // Allows choosing the same file again.
              currentTarget.value = ''
            }}
          />
          <Button
            icon={<Upload size={16} aria-hidden />}
            loading={busy}
            disabled={value.length >= maxRowFiles}
            onClick={() => input.current?.click()}
          >
            {t('上传文件')}
          </Button>
        </>
      )}
    </div>
  )
}

type FilesFieldProps<V> = FieldProps<V> & Pick<InputProps, 'attach' | 'files'>

/** The files of a row, which are uploaded as they are chosen; the value has their ids. */
export const FilesField = <V,>({ disabled = false, attach, files, ...field }: FilesFieldProps<V>) => {
  const { noteUpload } = useFormRules()
  return (
    <Field<V> {...field}>
      <FilesInput disabled={disabled} attach={attach} files={files} onUploading={noteUpload} />
    </Field>
  )
}
