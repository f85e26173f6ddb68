// SPDX-License-Identifier: MIT
// The part of a picture that is shown: zooming about a point, never leaving the picture.
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const closest = 6;

export function clampBox(box: Box, full: Box): Box {
  return {
    ...box,
    x: Math.min(Math.max(box.x, full.x), full.x + full.w - box.w),
    y: Math.min(Math.max(box.y, full.y), full.y + full.h - box.h),
  };
}

export function zoomBox(box: Box, full: Box, factor: number, at: { x: number; y: number }): Box {
  const w = Math.min(full.w, Math.max(full.w / closest, box.w / factor));
  const scale = w / box.w;
  const next = { x: at.x - (at.x - box.x) * scale, y: at.y - (at.y - box.y) * scale, w, h: box.h * scale };
  return clampBox(next, full);
}
