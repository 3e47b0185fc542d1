/* Some thirty lines of C for docs/protocol.md: cc -O2 -o solver solver.c
   It opens the cell for which the most worrying clue beside it leaves the smallest share of mines. */
#include <stdio.h>
#define AROUND(i, j, r, c) for (int i = r - 1; i <= r + 1; i++) for (int j = c - 1; j <= c + 1; j++)
#define BOARD(r, c) for (int r = 1; r <= height; r++) for (int c = 1; c <= width; c++)
enum { SIDE = 514, EDGE = 9, HIDDEN, MINE }; /* 0 to 8 are clues; cells count from 1 here */
static int width, height, row, column, clue, board[SIDE][SIDE];

static double share(int r, int c) { /* of mines among the hidden cells around a clue */
    int mines = 0, hidden = 0;
    AROUND(i, j, r, c) mines += board[i][j] == MINE, hidden += board[i][j] == HIDDEN;
    return hidden ? (double)(board[r][c] - mines) / hidden : 0;
}
static double risk(int r, int c) { /* 0 where a clue beside the cell has all its mines */
    double most = 0.2;
    AROUND(i, j, r, c) if (board[i][j] < EDGE) {
        if (share(i, j) == 0) return 0;
        if (share(i, j) > most) most = share(i, j);
    }
    return most;
}
static void go(void) {
    double least = 2;
    BOARD(r, c) if (board[r][c] < EDGE && share(r, c) == 1)
        AROUND(i, j, r, c) if (board[i][j] == HIDDEN) board[i][j] = MINE;
    BOARD(r, c) if (board[r][c] == HIDDEN && risk(r, c) < least) least = risk(row = r, column = c);
    printf("move %d %d %s\n", row - 1, column - 1, least == 0 ? "certain" : "guess");
}
int main(void) {
    for (char line[256]; fgets(line, sizeof line, stdin); fflush(stdout))
        if (line[0] == 'h') puts("hello 1 some lines of C");
        else if (sscanf(line, "new %d %d", &width, &height) == 2) {
            if (width > SIDE - 2 || height > SIDE - 2) return 1;
            for (int i = 0; i < SIDE * SIDE; i++) board[i / SIDE][i % SIDE] = EDGE;
            BOARD(r, c) board[r][c] = HIDDEN;
        } else if (sscanf(line, "open %d %d %d", &row, &column, &clue) == 3) board[row + 1][column + 1] = clue;
        else if (line[0] == 'g') go();
}
