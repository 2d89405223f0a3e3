/** How far floors and walls reach behind the camera, along z in meters. */
export const behindCamera = -7
