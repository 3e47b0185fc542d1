/* A Minesweeper solver in C for docs/protocol.md: cc -O2 -o solver solver.c
   It opens a neighbour of a satisfied clue, else the cell with the fewest clues around it. */
#include <stdio.h>
#include <string.h>

enum { SIDE = 512, HIDDEN = -1, MINE = -2 };
static int width, height, board[SIDE][SIDE];

static int count(int row, int column, int mark) { /* neighbours; mark 0 stands for all clues */
    int found = 0;
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = column - 1; c <= column + 1; c++)
            if (r >= 0 && r < height && c >= 0 && c < width && (r != row || c != column))
                found += mark < 0 ? board[r][c] == mark : board[r][c] >= 0;
    return found;
}

static int mark_mines_or_find_safe(int finding, int *row, int *column) {
    for (int r = 0; r < height; r++)
        for (int c = 0; c < width; c++) {
            int hidden = count(r, c, HIDDEN), mines = count(r, c, MINE), clue = board[r][c];
            if (clue < 0 || !hidden || clue != (finding ? mines : mines + hidden)) continue;
            for (int i = r ? r - 1 : 0; i <= r + 1 && i < height; i++)
                for (int j = c ? c - 1 : 0; j <= c + 1 && j < width; j++)
                    if (board[i][j] == HIDDEN) {
                        if (finding) return *row = i, *column = j, 1;
                        board[i][j] = MINE;
                    }
        }
    return 0;
}

static void go(void) {
    int row = -1, column = -1, fewest = 9;
    mark_mines_or_find_safe(0, &row, &column);
    int certain = mark_mines_or_find_safe(1, &row, &column);
    for (int r = 0; r < height && !certain; r++)
        for (int c = 0; c < width; c++)
            if (board[r][c] == HIDDEN && count(r, c, 0) < fewest)
                fewest = count(r, c, 0), row = r, column = c;
    if (row < 0) puts("stop");
    else printf("move %d %d %s\n", row, column, certain ? "certain" : "guess");
}

int main(void) {
    char line[256];
    int row, column, clue;
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "hello", 5)) puts("hello 1 a little C");
        else if (sscanf(line, "new %d %d", &width, &height) == 2) {
            if (width > SIDE || height > SIDE) return 1;
            memset(board, HIDDEN, sizeof board); /* every byte 0xff: every int -1 */
        } else if (sscanf(line, "open %d %d %d", &row, &column, &clue) == 3)
            board[row][column] = clue;
        else if (!strncmp(line, "go", 2)) go();
        else if (!strncmp(line, "quit", 4)) break;
        fflush(stdout);
    }
    return 0;
}
