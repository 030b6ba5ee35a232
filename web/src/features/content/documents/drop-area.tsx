import { Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { droppedFiles, type PlacedFile } from './dropped-files.ts'
import './documents.css'

type DropAreaProps = {
  /** Undefined: nothing may be dropped here. */
  onFiles: ((files: readonly PlacedFile[]) => void) | undefined
  children: ReactNode
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Takes dropped files and folders. The buttons above do the same by keyboard. */
export const DropArea = ({ onFiles, children }: DropAreaProps) => {
  const [isOver, setOver] = useState(false)
  // The pointer enters an element before it leaves the one around it.
  const depth = useRef(0)
  const moveIn = (by: number) => {
    depth.current = Math.max(depth.current + by, 0)
    setOver(depth.current > 0)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a target of drags alone
    <div
      className="document-drop"
      data-over={(onFiles && isOver) || undefined}
      onDragEnter={(event) => hasFiles(event) && moveIn(1)}
      onDragLeave={(event) => hasFiles(event) && moveIn(-1)}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        // Elsewhere the browser would leave the console for the file.
        if (onFiles) void droppedFiles(event.dataTransfer).then(onFiles)
        else toast.warning(t('请先选择可上传的文件夹'))
      }}
    >
      {children}
      {onFiles && (
        <p className="document-drop-hint">
          <Upload aria-hidden size={16} />
          {t('将文件或文件夹拖到此处上传，断开后可续传')}
        </p>
      )}
    </div>
  )
}
