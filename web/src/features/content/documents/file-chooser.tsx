import { acceptedEndings } from '@atrium/contract/features/content/uploads/file-types.ts'
import { type ReactNode, useRef } from 'react'
import { chosenFiles, type PlacedFile } from './dropped-files.ts'

type FileChooserProps = {
  label: string
  /** One file, several, or a folder with all in it. */
  choice: 'one' | 'several' | 'folder'
  onFiles: (files: readonly PlacedFile[]) => void
  /** Draws what opens the dialog. */
  children: (choose: () => void) => ReactNode
}

/** Chooses files to upload in the dialog of the browser. */
export const FileChooser = ({ label, choice, onFiles, children }: FileChooserProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        multiple={choice !== 'one'}
        {...(choice === 'folder' ? { webkitdirectory: '' } : { accept: acceptedEndings('doc') })}
        onChange={({ currentTarget }) => {
          onFiles(chosenFiles(currentTarget.files ?? []))
          // Allows choosing the same files again.
          currentTarget.value = ''
        }}
      />
      {children(() => input.current?.click())}
    </>
  )
}
