/** End of floors and walls behind the camera, as z in meters. */
export const behindCamera = -7
