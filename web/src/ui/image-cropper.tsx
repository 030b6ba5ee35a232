import { t } from './texts.ts'
import './image-cropper.css'
import 'react-easy-crop/react-easy-crop.css'
import { ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import type { CropArea } from './crop-image.ts'

type Props = {
  src: string
  /** The selected square in image pixels, after each change. */
  onArea: (area: CropArea) => void
  /** Called when the browser cannot read the image. */
  onBroken: () => void
}

const maxZoom = 4

/** Image cropper with a round frame: move and zoom by mouse, touch, wheel or arrow keys. */
export const ImageCropper = ({ src, onArea, onBroken }: Props) => {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  return (
    <div className="image-cropper">
      <div className="image-cropper-stage">
        <Cropper
          image={src}
          aspect={1}
          cropShape="round"
          showGrid={false}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          keyboardStep={4}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => onArea(pixels)}
          mediaProps={{ onError: onBroken }}
          cropperProps={{ role: 'group', 'aria-label': t('头像范围，方向键移动图片') }}
          // The style sheet is bundled; a style element made at run time would need a nonce.
          disableAutomaticStylesInjection
        />
      </div>
      <label className="image-cropper-zoom">
        <ZoomOut size={16} aria-hidden="true" />
        <input
          type="range"
          aria-label={t('缩放')}
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
        />
        <ZoomIn size={16} aria-hidden="true" />
      </label>
    </div>
  )
}
