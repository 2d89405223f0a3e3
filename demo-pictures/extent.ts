/** How far floors and walls reach behind the viewer, along z in metres. */
export const behindCamera = -7
